import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Engines } from '../../compute/engines.ts';
import type { Bus } from '../../platform/bus.ts';
import { keepServing } from '../../platform/keep-serving.ts';
import type { Logger } from '../../platform/logger.ts';
import { countWhileOpen } from '../../platform/metrics.ts';
import type { GatewayDirectory, TcpRoute } from '../directory.ts';
import { join } from '../join.ts';

const MAX_CONNECTIONS_PER_PORT = 256;
/** How soon a port that another program holds is tried again. */
const RETRY_MS = 10_000;
const DIAL_TIMEOUT_MS = 10_000;

export interface TcpGateway {
  /** Listens on all ports that lead somewhere, and follows changes. */
  listen(host: string): Promise<void>;
  close(): Promise<void>;
}

interface Listener {
  route: TcpRoute;
  server: Server;
  sockets: Set<Socket>;
}

/**
 * Ports open to anyone who reaches this machine, each leading to one port of a workspace. Nobody is identified, so
 * traffic isn't activity. A listener here rather than a published port, because opening one then needs no new
 * container, and it works the same for containers on other machines.
 */
export function createTcpGateway(input: {
  directory: Pick<GatewayDirectory, 'tcpRoutes'>;
  bus: Bus;
  engines: Engines;
  log: Logger;
}): TcpGateway {
  const { directory, bus, engines, log } = input;
  const listeners = new Map<number, Listener>();
  let address = '';
  let stop = async () => {};
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;

  /** One pass at a time; changes in the meantime are handled together. */
  function follow(): Promise<void> {
    again = true;
    running ??= (async () => {
      while (again && !closed) {
        again = false;
        await update().catch((error) => {
          log.warn({ err: error }, 'tcp ports could not be brought up to date');
          later();
        });
      }
      running = null;
    })();
    return running;
  }

  function later(): void {
    clearTimeout(retry);
    retry = setTimeout(() => void follow(), RETRY_MS);
    retry.unref();
  }

  async function update(): Promise<void> {
    const wanted = new Map((await directory.tcpRoutes()).map((route) => [route.port, route]));
    for (const [port, listener] of listeners) {
      const route = wanted.get(port);
      if (route && leadsTo(route) === leadsTo(listener.route)) wanted.delete(port);
      else await shut(listener);
    }
    for (const route of wanted.values()) {
      if (closed) return;
      await open(route).catch((error) => {
        log.warn({ err: error, port: route.port }, 'tcp port could not be opened');
        later();
      });
    }
  }

  async function open(route: TcpRoute): Promise<void> {
    const sockets = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, (socket) => {
      sockets.add(socket);
      countWhileOpen('tcp', socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      forward(socket, route).catch(() => socket.destroy());
    });
    server.maxConnections = MAX_CONNECTIONS_PER_PORT;
    server.listen(route.port, address);
    await once(server, 'listening');
    keepServing(server, log, `tcp ${route.port}`);
    listeners.set(route.port, { route, server, sockets });
  }

  async function forward(socket: Socket, route: TcpRoute): Promise<void> {
    const engine = engines.get(route.engineId);
    const stream = await engine.dial(route.containerId, route.containerPort, { timeoutMs: DIAL_TIMEOUT_MS });
    if (socket.destroyed) stream.destroy();
    else join(socket, stream);
  }

  function shut({ route, server, sockets }: Listener): Promise<void> {
    listeners.delete(route.port);
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  }

  return {
    async listen(host) {
      address = host;
      const changed = () => void follow();
      stop = await bus.listen('workspace_changed', changed, changed);
      await follow();
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await stop();
      await running;
      await Promise.all([...listeners.values()].map(shut));
    },
  };
}

function leadsTo({ engineId, containerId, containerPort }: TcpRoute): string {
  return `${engineId} ${containerId} ${containerPort}`;
}
