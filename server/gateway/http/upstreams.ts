import { Agent } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Engine, EngineId } from '../../compute/engine.ts';
import type { GatewayTarget } from '../directory.ts';
import { type Connections, createConnections } from './connections.ts';

/** Less than the 5 s after which Node's servers, code-server included, close an idle connection. */
const IDLE_MS = 4_000;
/** For plain GETs, and for everything else. */
const MAX_CONNECTIONS = 256;
const MAX_IDLE = 64;
const MAX_POOLS = 1_000;

/** Connections to one port of a container, kept for the next request. */
export interface Upstream {
  /** For every request; one too many waits. */
  agent: Agent;
  /** For plain GETs. */
  connections: Connections;
}

export interface Upstreams {
  to(target: GatewayTarget, port: number): Upstream;
  /** Closes idle connections to a container that changed; busy ones end with their request. */
  forget(slug: string): void;
  close(): void;
}

/** The part of the engines that leads into containers. */
export interface Dialers {
  get(engineId: EngineId): Pick<Engine, 'dial'>;
}

type Dial = () => Promise<Socket>;

class ContainerAgent extends Agent {
  readonly #dial: Dial;

  constructor(dial: Dial) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE });
    this.#dial = dial;
  }

  /** All connections lead to the same place. */
  override getName(): string {
    return '';
  }

  override createConnection(_options: object, done?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#dial().then(
      (socket) => done?.(null, socket),
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

function usable(stream: Duplex): Socket {
  const socket = asSocket(stream);
  // http connections have no half-close: one the server ended while idle must not be reused.
  socket.allowHalfOpen = false;
  // The http clients listen only during a request; a reset in between would end this process.
  socket.on('error', () => socket.destroy());
  return socket;
}

/** One pool per container and port; the least recently created go first. */
export function createUpstreams(engines: Dialers): Upstreams {
  const pools = new Map<string, Upstream & { slug: string }>();

  return {
    to(target, port) {
      const container = target.containerId ?? '';
      const key = `${target.engineId}/${container}/${port}`;
      const known = pools.get(key);
      if (known) return known;
      const dial = async () => usable(await engines.get(target.engineId).dial(container, port));
      const limits = { most: MAX_CONNECTIONS, mostIdle: MAX_IDLE, idleMs: IDLE_MS };
      const pool = {
        slug: target.slug,
        agent: new ContainerAgent(dial),
        connections: createConnections(dial, limits),
      };
      pools.set(key, pool);
      if (pools.size > MAX_POOLS) {
        const [oldest, other] = pools.entries().next().value as [string, Upstream];
        pools.delete(oldest);
        closeIdle(other);
      }
      return pool;
    },
    forget(slug) {
      for (const [key, pool] of pools) {
        if (pool.slug !== slug) continue;
        pools.delete(key);
        closeIdle(pool);
      }
    },
    close() {
      for (const { agent, connections } of pools.values()) {
        agent.destroy();
        connections.destroy();
      }
      pools.clear();
    },
  };
}

function closeIdle({ agent, connections }: Upstream): void {
  connections.retire();
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
