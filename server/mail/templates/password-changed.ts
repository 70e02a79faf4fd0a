import type { MailContent } from '../layout.ts';

export function passwordChangedMail(input: { to: string; firstName: string; resetUrl: string }): MailContent {
  return {
    to: input.to,
    subject: 'Your password was changed',
    greeting: `Hello ${input.firstName},`,
    paragraphs: [
      'The password of your account was just changed, and all sessions were signed out.',
      'If that was you, nothing needs to be done. If it was not, reset your password now.',
    ],
    action: { label: 'Reset password', url: input.resetUrl },
  };
}
