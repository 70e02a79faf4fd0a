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
    paragraphs: [`Someone, probably you, asked to reset the password for ${input.username}.`],
    action: { label: 'Choose a new password', url: input.url },
    footnote: 'The link works once and expires in one hour. If you didn’t request it, you can ignore this email.',
  };
}
