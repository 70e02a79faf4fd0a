export interface Log {
  info(message: string, details?: Record<string, string | number | boolean | null>): void;
  warn(message: string, details?: Record<string, string | number | boolean | null>): void;
  error(message: string, error: unknown): void;
}

/** One JSON line per event. Details are flat and named one by one, so that no session key slips in. */
export function createLog(write: (line: string) => void): Log {
  const say = (level: string, message: string, details: object) =>
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...details }));
  return {
    info: (message, details = {}) => say('info', message, details),
    warn: (message, details = {}) => say('warn', message, details),
    error: (message, error) =>
      say('error', message, { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  };
}
