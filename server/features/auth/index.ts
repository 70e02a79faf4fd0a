export { askToConfirm } from './ask-to-confirm.ts';
export { createSession } from './create-session.ts';
export { endSessions } from './end-sessions.ts';
export { configuredProviders } from './federated/providers.ts';
export { EMAIL_TAKEN, isEmailTaken, isUsernameTaken, USERNAME_TAKEN } from './find-taken.ts';
export { forgetIdentity } from './forget-identity.ts';
export { holdSession } from './hold-session.ts';
export { dismissAdministrators } from './impersonation/dismiss-administrators.ts';
export { isNamedAdministrator } from './impersonation/named-administrator.ts';
export { authCrontab, authJobs } from './jobs.ts';
export { consumeMailToken, issueMailToken, voidMailTokens } from './mail-tokens.ts';
export { requireStrongPassword } from './password-strength.ts';
export { createPasswords } from './passwords.ts';
export { provePassword } from './prove-password.ts';
export { forgetAttempts, takeAttempt } from './rate-limits.ts';
export { refuseOnBehalf } from './refuse-on-behalf.ts';
export { requireConfirmed } from './require-confirmed.ts';
export { requireRole } from './require-role.ts';
export { API_TOKEN_PREFIX } from './resolve-api-token.ts';
export { resolveSession, SESSION_AT_MOST_MS } from './resolve-session.ts';
export { CREDENTIAL, setPassword } from './set-password.ts';
export { signUp } from './sign-up.ts';
export {
  authenticatorUri,
  forgetTwoFactor,
  newSeed,
  renewCodes,
  spendAuthenticatorCode,
  usesTwoFactor,
} from './two-factor.ts';
export { acceptInvitation } from './update-password.ts';
