import type Docker from 'dockerode';
import { EngineError, type EngineErrorKind } from './engine-error.ts';
import type { SshTunnel } from './ssh-tunnel.ts';

/** What the parts of the Docker engine share. */
export interface DockerContext {
  id: string;
  docker: Docker;
  /** Networks get /24 subnets from this range, such as `10.208.0.0/12`. */
  addressPool: string;
  /** Set for other machines: where agents' ports are published there, and how to reach them. */
  agents: { bindAddress: string; host: string; tunnel: SshTunnel | null } | null;
}

/**
 * Runs one call of the engine's API with a time limit and typed errors. `what` names the call in messages. `run` passes
 * the signal on where dockerode accepts one; it ends with the call, so streams outlive it.
 */
export async function call<T>(what: string, timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new EngineError('timeout', `${what}: no answer within ${timeoutMs} ms`));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([run(controller.signal), timeout]);
  } catch (error) {
    throw toEngineError(what, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Maps whatever dockerode or the socket threw. */
export function toEngineError(what: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError(kindOf(error, message), `${what}: ${message.trim()}`, { cause: error });
}

const unreachableCodes = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EACCES',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

function kindOf(error: unknown, message: string): EngineErrorKind {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (/no space left on device|disk quota exceeded/i.test(message)) return 'out-of-disk';
  if (/cannot allocate memory|out of memory/i.test(message)) return 'out-of-memory';
  if (/is not running|is paused|container stopped/i.test(message)) return 'offline';
  if (statusCode === 404) return 'not-found';
  if (statusCode === 409 || /active endpoints|port is already allocated|address already in use/i.test(message))
    return 'conflict';
  if (statusCode === undefined && code !== undefined && unreachableCodes.has(code)) return 'unreachable';
  return 'other';
}

/** Ignores the given kinds, for calls whose goal is already reached. */
export async function unless(kinds: EngineErrorKind[], work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof EngineError && kinds.includes(error.kind))) throw error;
  }
}
