import type { Duplex } from 'node:stream';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { CatalogueItem } from './catalogue.ts';

const PROBE_TIMEOUT_MS = 4000;

/**
 * Asks a service once whether it is ready, from inside its container. @returns false while it is not, or not yet
 * @throws EngineError when the engine itself is away
 */
export async function isHealthy(engine: Engine, container: string, health: CatalogueItem['health']): Promise<boolean> {
  try {
    if ('command' in health) {
      const request = { user: '0', command: health.command };
      return (await engine.run(container, request, { timeoutMs: PROBE_TIMEOUT_MS })).exitCode === 0;
    }
    const port = 'tcp' in health ? health.tcp : health.http.port;
    const socket = await engine.dial(container, port, { timeoutMs: PROBE_TIMEOUT_MS });
    if ('tcp' in health) {
      socket.destroy();
      return true;
    }
    return await answersWell(socket, health.http.path);
  } catch (error) {
    if (isEngineError(error, 'offline', 'port-not-listening', 'timeout', 'conflict')) return false;
    throw error;
  }
}

/** The status line alone tells: a page, or a redirect to one. */
function answersWell(socket: Duplex, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (result: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => settle(false), PROBE_TIMEOUT_MS);
    socket.once('data', (chunk: Buffer) => settle(/^HTTP\/1\.[01] [23]\d\d /.test(chunk.toString('latin1', 0, 16))));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}
