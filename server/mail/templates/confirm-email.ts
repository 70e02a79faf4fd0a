import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

export function confirmEmailMail(input: { to: string; firstName: string; url: string }): MailContent {
  return {
    to: input.to,
    subject: say('mail.confirmEmail.subject'),
    greeting: say('mail.confirmEmail.welcome', { firstName: input.firstName }),
    paragraphs: [say('mail.confirmEmail.intro')],
    action: { label: say('mail.confirmEmail.button'), url: input.url },
    footnote: say('mail.confirmEmail.ignore'),
  };
}
