import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

export function passwordChangedMail(input: { to: string; firstName: string; resetUrl: string }): MailContent {
  return {
    to: input.to,
    subject: say('mail.passwordChanged.subject'),
    greeting: say('mail.greeting', { firstName: input.firstName }),
    paragraphs: [say('mail.passwordChanged.intro'), say('mail.passwordChanged.advice')],
    action: { label: say('mail.passwordChanged.resetPassword'), url: input.resetUrl },
  };
}
