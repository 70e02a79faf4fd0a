export { createSession } from './create-session.ts';
export { endSessions } from './end-sessions.ts';
export { EMAIL_TAKEN, isEmailTaken, isUsernameTaken, USERNAME_TAKEN } from './find-taken.ts';
export { authCrontab, authJobs } from './jobs.ts';
export { consumeMailToken, issueMailToken, voidMailTokens } from './mail-tokens.ts';
export { takeAttempt } from './rate-limits.ts';
export { resolveSession } from './resolve-session.ts';
export { acceptInvitation } from './update-password.ts';
