export { createSession } from './create-session.ts';
export { endSessions } from './end-sessions.ts';
export { authCrontab, authJobs } from './jobs.ts';
export { issueMailToken } from './mail-tokens.ts';
export { takeAttempt } from './rate-limits.ts';
export { resolveSession } from './resolve-session.ts';
