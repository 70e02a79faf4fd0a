const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT']);
/** Postgres: password or role, database, rights. */
const REFUSED = new Set(['28P01', '28000', '3D000', '42501']);

/** What a person can do about a server that doesn't start. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    const port = (error as NodeJS.ErrnoException & { port?: number }).port;
    return `Port ${port} is in use. Is Slipway already running? If not, choose another port. Run "npm start -- --help" to see all port settings.`;
  }
  if (code === 'EACCES') return `${error.message}. Choose a port above 1024 or a folder this account can write to.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full (${error.message}). Free some space, then start again.`;
  if (code === 'EADDRNOTAVAIL') return `${error.message}. Set SLIPWAY_HOST to an address of this machine.`;
  if (code && UNREACHABLE.has(code))
    return `The database isn’t responding (${error.message || code}). Check DATABASE_URL.`;
  if (code && REFUSED.has(code)) return `The database refuses us (${error.message}). Check DATABASE_URL.`;
  if (error.cause instanceof Error && error.message.startsWith('Failed query')) {
    return `The database refused a step of the start: ${error.cause.message}`;
  }
  return process.env.SLIPWAY_LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
}
