import type { MailContent } from '../layout.ts';

interface PasswordReset {
  to: string;
  firstName: string;
  /** Number of API tokens that ended. */
  ended: number;
  /** Number of SSH keys and linked accounts that still work. */
  kept: number;
  resetUrl: string;
  profileUrl: string;
}

export function passwordResetMail({ to, firstName, ended, kept, resetUrl, profileUrl }: PasswordReset): MailContent {
  return {
    to,
    subject: 'Your password was changed',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      ended > 0
        ? 'The password of your account was just reset. All sessions were signed out, and your API tokens have ended.'
        : 'The password of your account was just reset, and all sessions were signed out.',
      ...(kept > 0
        ? [
            'Your SSH keys and linked accounts still work. Log in to look through them, and remove those you don’t know.',
          ]
        : []),
      'If it was not you who reset it, reset your password now.',
    ],
    action:
      kept > 0 ? { label: 'Check what lets you in', url: profileUrl } : { label: 'Reset password', url: resetUrl },
  };
}
