import type { Server } from 'node:http';

/** Resolves when it listens. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Half of what a graceful stop may take. */
const PATIENCE_MS = 5000;

/**
 * Resolves when the last answer is given, or was waited for long enough: a connection on which nothing was ever asked,
 * as browsers open them ahead, doesn't count as idle.
 */
export function closeServer(server: Server, patienceMs = PATIENCE_MS): Promise<void> {
  return new Promise((resolve) => {
    const enough = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(enough);
      resolve();
    });
    server.closeIdleConnections();
  });
}
