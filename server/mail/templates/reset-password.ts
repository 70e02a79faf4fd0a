import type { MailContent } from '../layout.ts';

export function resetPasswordMail(input: {
  to: string;
  firstName: string;
  username: string;
  url: string;
}): MailContent {
  return {
    to: input.to,
    subject: 'Reset your password',
    greeting: `Hello ${input.firstName},`,
    paragraphs: [`Someone, most likely you, asked to reset the password of the user ${input.username}.`],
    action: { label: 'Choose a new password', url: input.url },
    footnote: 'The link works once, for one hour. If you did not ask for it, nothing needs to be done.',
  };
}
