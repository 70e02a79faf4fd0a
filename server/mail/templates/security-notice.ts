import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

/** @param input.what a sentence, such as 'Two-factor authentication was turned off for your account.' */
export function securityNoticeMail(input: { to: string; firstName: string; what: string; url: string }): MailContent {
  return {
    to: input.to,
    subject: say('mail.securityNotice.subject'),
    greeting: say('mail.greeting', { firstName: input.firstName }),
    paragraphs: [input.what, say('mail.securityNotice.advice')],
    action: { label: say('mail.securityNotice.openProfile'), url: input.url },
  };
}
