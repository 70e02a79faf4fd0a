import { Agent } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Engine, EngineId } from '../../compute/engine.ts';
import type { GatewayTarget } from '../directory.ts';

/** Less than the 5 s after which Node's servers, code-server included, close an idle connection. */
const IDLE_MS = 4_000;
const MAX_CONNECTIONS = 512;
const MAX_IDLE = 64;
const MAX_POOLS = 1_000;

export interface Upstreams {
  /** Connections to one port of a container, kept for the next request. */
  pool(target: GatewayTarget, port: number): Agent;
  /** Closes idle connections to a container that changed; busy ones end with their request. */
  forget(slug: string): void;
  close(): void;
}

/** The part of the engines that leads into containers. */
export interface Dialers {
  get(engineId: EngineId): Pick<Engine, 'dial'>;
}

type Dial = (port: number) => Promise<Duplex>;

class ContainerAgent extends Agent {
  readonly #dial: Dial;
  readonly #port: number;

  constructor(dial: Dial, port: number) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE });
    this.#dial = dial;
    this.#port = port;
  }

  /** All connections lead to the same place. */
  override getName(): string {
    return '';
  }

  override createConnection(_options: object, done?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#dial(this.#port).then(
      (stream) => {
        const socket = asSocket(stream);
        // http connections have no half-close: one the server ended while idle must not be reused.
        socket.allowHalfOpen = false;
        // Node's http client listens only during a request; a reset in between would end this process.
        socket.on('error', () => socket.destroy());
        done?.(null, socket);
      },
      (error) => done?.(error, undefined as unknown as Duplex),
    );
  }
}

/** A stream through SSH is no socket; it gets the methods Node's http client calls unconditionally. */
function asSocket(stream: Duplex): Socket {
  if (stream instanceof Socket) return stream;
  const nothing = () => socket;
  let timer: NodeJS.Timeout | undefined;
  stream.once('close', () => clearTimeout(timer));
  const socket: Socket = Object.assign(stream as Socket, {
    setKeepAlive: nothing,
    setNoDelay: nothing,
    ref: nothing,
    unref: nothing,
    setTimeout(milliseconds: number) {
      clearTimeout(timer);
      if (milliseconds > 0) timer = setTimeout(() => socket.emit('timeout'), milliseconds).unref();
      return socket;
    },
  });
  return socket;
}

/** One pool per container and port; the least recently created go first. */
export function createUpstreams(engines: Dialers): Upstreams {
  const pools = new Map<string, { slug: string; agent: Agent }>();

  return {
    pool(target, port) {
      const container = target.containerId ?? '';
      const key = `${target.engineId}/${container}/${port}`;
      const known = pools.get(key);
      if (known) return known.agent;
      const agent = new ContainerAgent(async (to) => engines.get(target.engineId).dial(container, to), port);
      pools.set(key, { slug: target.slug, agent });
      if (pools.size > MAX_POOLS) {
        const [oldest, pool] = pools.entries().next().value as [string, { agent: Agent }];
        pools.delete(oldest);
        closeIdle(pool.agent);
      }
      return agent;
    },
    forget(slug) {
      for (const [key, pool] of pools) {
        if (pool.slug !== slug) continue;
        pools.delete(key);
        closeIdle(pool.agent);
      }
    },
    close() {
      for (const { agent } of pools.values()) agent.destroy();
      pools.clear();
    },
  };
}

function closeIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
