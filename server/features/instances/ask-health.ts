import type { Duplex } from 'node:stream';
import type { Engine, ExecRequest } from '../../compute/engine.ts';
import { type EngineError, isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';

/** What is wrong with something that runs, in a sentence for the person; null if it is healthy. */
export type Fault = string | null;

interface Asked {
  engine: Engine;
  container: string;
  timeoutMs: number;
}

/** Does something listen on this port inside the container? @throws EngineError if the engine itself is away */
export function askPort(asked: Asked, port: number): Promise<Fault> {
  return dialed(asked, port, async (socket) => {
    socket.destroy();
    return null;
  });
}

/** Does it answer with a page, or a redirect to one? @throws EngineError if the engine itself is away */
export function askPage(asked: Asked, { port, path }: { port: number; path: string }): Promise<Fault> {
  return dialed(asked, port, async (socket) => {
    const status = await readStatus(socket, path, asked.timeoutMs);
    if (status === null) return silent(port, asked.timeoutMs);
    return status >= 200 && status < 400 ? null : say('instances.portError', { port, status });
  });
}

/** Does this command, run inside it, succeed? @throws EngineError if the engine itself is away */
export async function askCommand({ engine, container, timeoutMs }: Asked, request: ExecRequest): Promise<Fault> {
  try {
    const { exitCode } = await engine.run(container, request, { timeoutMs });
    return exitCode === 0 ? null : say('instances.healthFailed', { exitCode });
  } catch (error) {
    return faultOf(error, say('instances.healthTimedOut', { seconds: timeoutMs / 1000 }));
  }
}

async function dialed(
  { engine, container, timeoutMs }: Asked,
  port: number,
  ask: (socket: Duplex) => Promise<Fault>,
): Promise<Fault> {
  try {
    return await ask(await engine.dial(container, port, { timeoutMs }));
  } catch (error) {
    if (isEngineError(error, 'port-not-listening')) return say('instances.portClosed', { port });
    return faultOf(error, silent(port, timeoutMs));
  }
}

const silent = (port: number, timeoutMs: number) => say('instances.portSilent', { port, seconds: timeoutMs / 1000 });

function faultOf(error: unknown, late: string): string {
  if (isEngineError(error, 'timeout')) return late;
  if (isEngineError(error, 'offline', 'conflict')) return say('instances.containerSilent');
  throw error as EngineError;
}

/** The status line alone decides, so the rest of the answer isn't read. Null if there was none. */
function readStatus(socket: Duplex, path: string, timeoutMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const settle = (status: number | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(status);
    };
    const timer = setTimeout(() => settle(null), timeoutMs);
    socket.once('data', (chunk: Buffer) => {
      const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(chunk.toString('latin1', 0, 16)) ?? [];
      settle(status === undefined ? null : Number(status));
    });
    socket.once('error', () => settle(null));
    socket.once('close', () => settle(null));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}
