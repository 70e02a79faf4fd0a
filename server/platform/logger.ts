import { pino } from 'pino';

export type Logger = pino.Logger;

const REDACTED = [
  'password',
  'password_repeat',
  'token',
  'reset_token',
  'invite_token',
  'sessionKey',
  'secret',
  'client_secret',
  'database_password',
  'authorization',
  'cookie',
  'headers["x-session-key"]',
  'headers.cookie',
  'headers.authorization',
];

/** Structured logs on standard output; secrets are redacted at the first two levels. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: REDACTED.flatMap((path) => (path.startsWith('headers') ? [path] : [path, `*.${path}`])),
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
