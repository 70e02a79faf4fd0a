/** What a person can do about a server that doesn't start. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    const port = (error as NodeJS.ErrnoException & { port?: number }).port;
    return `Port ${port} is in use. Is Slipway already running? If not, choose another port. Run "npm start -- --help" to see all port settings.`;
  }
  if (code === 'EACCES') return `${error.message}. Choose a port above 1024 or a folder this account can write to.`;
  if (code === 'ECONNREFUSED') return `The database isn’t responding (${error.message}). Check DATABASE_URL.`;
  if (error.cause instanceof Error && error.message.startsWith('Failed query')) {
    return `The database refused a step of the start: ${error.cause.message}`;
  }
  return process.env.SLIPWAY_LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
}
