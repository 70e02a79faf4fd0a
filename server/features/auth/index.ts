export { askToConfirm } from './ask-to-confirm.ts';
export { principalOf, resolvePrincipal } from './certificate-principal.ts';
export { createSession } from './create-session.ts';
export { endSessions } from './end-sessions.ts';
export { configuredProviders } from './federated/providers.ts';
export { EMAIL_TAKEN, isEmailTaken, isUsernameTaken, USERNAME_TAKEN } from './find-taken.ts';
export { forgetIdentity } from './forget-identity.ts';
export { holdSession } from './hold-session.ts';
export { isNamedAdministrator } from './impersonation/named-administrator.ts';
export { consumeMailToken, issueMailToken, voidMailTokens } from './mail-tokens.ts';
export { requireListedDomain } from './may-sign-up.ts';
export { keepOneTime, takeOneTime } from './one-time-values.ts';
export { requireStrongPassword } from './password-strength.ts';
export { provePassword } from './prove-password.ts';
export { forgetAttempts, takeAttempt } from './rate-limits.ts';
export { hasScope } from './refuse-token.ts';
export { API_TOKEN_PREFIX } from './resolve-api-token.ts';
export { SESSION_AT_MOST_MS } from './resolve-session.ts';
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
