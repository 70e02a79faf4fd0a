import type { MailContent } from '../layout.ts';

export function passwordChangedMail(input: { to: string; firstName: string; resetUrl: string }): MailContent {
  return {
    to: input.to,
    subject: 'Your password was changed',
    greeting: `Hello ${input.firstName},`,
    paragraphs: [
      'The password for your account was just changed, and all sessions were logged out.',
      'If this was you, you don’t need to do anything. If it wasn’t, reset your password now.',
    ],
    action: { label: 'Reset password', url: input.resetUrl },
  };
}
