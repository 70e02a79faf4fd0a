export { createSession } from './create-session.ts';
export { endSessions } from './end-sessions.ts';
export { EMAIL_TAKEN, isEmailTaken, isUsernameTaken, USERNAME_TAKEN } from './find-taken.ts';
export { authCrontab, authJobs } from './jobs.ts';
export { consumeMailToken, issueMailToken, voidMailTokens } from './mail-tokens.ts';
export { requireStrongPassword } from './password-strength.ts';
export { hashPassword } from './passwords.ts';
export { provePassword } from './prove-password.ts';
export { takeAttempt } from './rate-limits.ts';
export { resolveSession } from './resolve-session.ts';
export { CREDENTIAL, setPassword } from './set-password.ts';
export {
  authenticatorUri,
  forgetTwoFactor,
  newSeed,
  renewCodes,
  spendAuthenticatorCode,
  usesTwoFactor,
} from './two-factor.ts';
export { signUp } from './sign-up.ts';
export { acceptInvitation } from './update-password.ts';
