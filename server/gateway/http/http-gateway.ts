import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { createActivityRecorder } from '../activity.ts';
import type { GatewayDirectory } from '../directory.ts';
import { createDirectoryCache } from '../directory-cache.ts';
import { createThaw } from '../thaw.ts';
import { createGuard } from './access.ts';
import { type Asked, answerPage } from './answer.ts';
import { createDoor } from './door.ts';
import { createForwarder } from './forward.ts';
import { MAX_HEADER_BYTES } from './headers.ts';
import { watchExchanges } from './live.ts';
import { createOpenings } from './opening.ts';
import { isPreflight } from './site.ts';
import { createUpstreams, type Dialers } from './upstreams.ts';
import { type Handshake, hasLeft, responseOn, type Visit, visitOf } from './visit.ts';

export interface HttpGatewayInput {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  bus: Bus;
  directory: GatewayDirectory;
  engines: Dialers;
}

export interface HttpGateway {
  server: Server;
  listen(port: number, host: string): Promise<AddressInfo>;
  /** By share, how many connections its guest in VS Code has here. */
  guests(): Map<string, number>;
  /** Refuses new connections and cuts open ones. */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;

/** The HTTP way into workspaces: `<slug>.<workspace domain>` leads to the web IDE in its container. */
export function createHttpGateway(input: HttpGatewayInput): HttpGateway {
  const { config, db, clock, log, bus, directory, engines } = input;
  const cache = createDirectoryCache({ directory, bus, clock });
  const guard = createGuard({ config, db, clock, cache });
  const thaw = createThaw(directory);
  const openings = createOpenings({ config, directory, log });
  const door = createDoor({ config, db, clock, cache, guard, thaw, openings, directory });
  const live = watchExchanges({ cache, guard, clock, log });
  const upstreams = createUpstreams(engines);
  const recordActivity = createActivityRecorder({ directory, clock, log });
  const forward = createForwarder({ config, live, upstreams, recordActivity, thaw });
  cache.onChange((change) => change.kind === 'workspace' && upstreams.forget(change.slug));

  async function admit(visit: Visit): Promise<void> {
    // A preflight with a public link's token is answered like any other request with it.
    if (!visit.shareToken && isPreflight(visit.request)) {
      const target = await door.admitPreflight(visit);
      if (target && !hasLeft(visit)) forward.preflight(visit, target);
      return;
    }
    const asOf = cache.revision();
    const access = await door.admit(visit);
    if (!access || hasLeft(visit)) return;
    const rewrite = await openings.coverFor(visit, access);
    if (!hasLeft(visit)) forward.visit(visit, access, rewrite, asOf);
  }

  const noteBroken = (error: Error) => log.debug({ err: error }, 'an answer of the http gateway broke off');

  function serve(asked: Asked, handshake?: Handshake): void {
    asked.response.on('error', noteBroken);
    const failed = (error: unknown) => {
      log.error({ err: error, host: asked.request.headers.host }, 'http gateway failed');
      answerPage(asked, { name: 'unavailable', status: 503 });
    };
    try {
      const visit = visitOf(asked.request, asked.response, config, handshake);
      const access = visit && door.admitAgain(visit);
      if (!visit) answerPage(asked, { name: 'notFound', status: 404 });
      else if (access) forward.visit(visit, access, null, cache.revision());
      else admit(visit).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  const server = createServer({
    requestTimeout: 0,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    noDelay: true,
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxHeadersCount = 0;
  /** Tracks each connection, to know whether an upgrade comes behind a request that still waits for its answer. */
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('connection', (socket) => {
    // Node removes its own listener on upgrade.
    socket.on('error', () => socket.destroy());
    // Each pipelined request listens for the end of the connection.
    socket.setMaxListeners(0);
  });
  server.on('request', (request, response) => {
    latest.set(request.socket, response);
    serve({ request, response });
  });
  server.on('upgrade', (request, _socket, head) => {
    const { socket } = request;
    const earlier = latest.get(socket);
    if (socket.destroyed || (earlier && !earlier.writableFinished)) return void socket.destroy();
    serve({ request, response: responseOn(request, socket) }, { socket, head });
  });

  return {
    server,
    async listen(port, address) {
      await cache.connect();
      server.listen(port, address);
      await once(server, 'listening');
      return server.address() as AddressInfo;
    },
    guests: live.guests,
    async close() {
      server.close();
      live.close();
      server.closeAllConnections();
      upstreams.close();
      await cache.close();
    },
  };
}
