import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

export function resetPasswordMail(input: {
  to: string;
  firstName: string;
  username: string;
  url: string;
}): MailContent {
  return {
    to: input.to,
    subject: say('mail.resetPassword.subject'),
    greeting: say('mail.greeting', { firstName: input.firstName }),
    paragraphs: [say('mail.resetPassword.intro', { username: input.username })],
    action: { label: say('mail.resetPassword.button'), url: input.url },
    footnote: say('mail.resetPassword.linkOnce'),
  };
}
