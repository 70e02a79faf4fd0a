import { say } from '../../platform/say.ts';
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
    subject: say('mail.passwordChanged.subject'),
    greeting: say('mail.greeting', { firstName }),
    paragraphs: [
      ended > 0 ? say('mail.passwordReset.introTokensEnded') : say('mail.passwordReset.intro'),
      ...(kept > 0 ? [say('mail.passwordReset.keysStillWork')] : []),
      say('mail.passwordReset.advice'),
    ],
    action:
      kept > 0
        ? { label: say('mail.passwordReset.checkAccess'), url: profileUrl }
        : { label: say('mail.passwordChanged.resetPassword'), url: resetUrl },
  };
}
