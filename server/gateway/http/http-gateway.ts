import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Engines } from '../../compute/engines.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { createActivityRecorder } from '../activity.ts';
import type { GatewayDirectory } from '../directory.ts';
import { createDirectoryCache } from '../directory-cache.ts';
import { type Access, createGuard } from './access.ts';
import { answerPage, answerRedirect, answerStranger, failurePage } from './answer.ts';
import { shareCookie, ticketCookie } from './cookies.ts';
import { hostAddress, IDE_PORT, isOpenPort, parseHost, portInside, safePath, type WorkspaceHost } from './host.ts';
import { type LiveExchange, watchExchanges } from './live.ts';
import { OPEN_PATH, TICKET_PATH } from './open.ts';
import { proxyRequest } from './proxy-request.ts';
import { proxyUpgrade } from './proxy-upgrade.ts';
import { takeShareToken } from './share.ts';
import { isNavigation, mayOpenSocket } from './site.ts';
import { exchangeCode } from './tickets.ts';
import { createUpstreams } from './upstreams.ts';

export interface HttpGatewayInput {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  bus: Bus;
  directory: GatewayDirectory;
  engines: Engines;
}

export interface HttpGateway {
  server: Server;
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Refuses new connections and severs what is under way. */
  close(): Promise<void>;
}

const OWN_PATHS = '/.slipway/';
/** A WebSocket's ping or the IDE's own keep-alive (every 5 s, for as long as a tab is open) is no person at work. */
const KEEP_ALIVE_BYTES = 40;
/** Search engines keep out of what a public link shows. */
const NO_INDEX = ['X-Robots-Tag', 'noindex, nofollow'];
const HEADERS_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** The way into workspaces by http: `<slug>.<workspace domain>` → the web IDE in its container (architecture). */
export function createHttpGateway(input: HttpGatewayInput): HttpGateway {
  const { config, db, clock, log, bus, directory, engines } = input;
  const cache = createDirectoryCache({ directory, bus, clock });
  const guard = createGuard({ config, db, clock, cache });
  const live = watchExchanges({ cache, guard, clock, log });
  const upstreams = createUpstreams(engines);
  const recordActivity = createActivityRecorder({ directory, clock, log });
  cache.onChange((change) => change.kind === 'workspace' && upstreams.forget(change.slug));

  const atHome = (path: string, query: Record<string, string>) =>
    `${config.publicUrl}${path}?${new URLSearchParams(query)}`;

  const homeLink = { text: 'toWorkspaces', href: config.publicUrl } as const;

  /** The access of a request that may go on to a running container; otherwise it is answered here. */
  async function admit(
    request: IncomingMessage,
    response: ServerResponse,
    host: WorkspaceHost,
  ): Promise<(Access & { kind: 'granted' }) | null> {
    const access = await guard.admit(request, host);
    if (access.kind === 'granted') {
      if (!isOpenPort(access.target.ports, host.port)) {
        answerPage(request, response, { name: 'portClosed', status: 404, port: host.port, action: homeLink });
        return null;
      }
      if (access.target.status === 'Active' && access.target.containerId) return access;
      if (access.userId === null) {
        // Who has a public link may be somebody who may open the workspace, too.
        const href = atHome(OPEN_PATH, { host: host.hostname, path: safePath(request.url) });
        const action = access.pass.kind === 'share' ? ({ text: 'signIn', href } as const) : homeLink;
        answerPage(request, response, { name: 'asleep', status: 503, action });
        return null;
      }
      const path = safePath(request.url);
      const where = { host: host.hostname, ...(path !== '/' && { path }) };
      if (isNavigation(request)) answerRedirect(response, atHome('/hosts/restore', where));
      else answerPage(request, response, { name: 'offline', status: 503 });
    } else if (access.kind === 'stranger') {
      const path = safePath(request.url);
      if (isNavigation(request)) answerRedirect(response, atHome(OPEN_PATH, { host: host.hostname, path }));
      else answerStranger(response);
    } else if (access.kind === 'ended') {
      answerEnded(request, response, host);
    } else {
      if (access.kind === 'gone') answerPage(request, response, { name: 'notFound', status: 404, action: homeLink });
      else answerPage(request, response, { name: 'forbidden', status: 403, action: homeLink });
    }
    return null;
  }

  /** Takes the code that `/open` issued and leaves the ticket with the browser. */
  async function takeTicket(request: IncomingMessage, response: ServerResponse, host: WorkspaceHost): Promise<void> {
    const query = new URL(request.url ?? '/', 'http://host.invalid').searchParams;
    const path = safePath(query.get('path'));
    const target = await cache.find(host.slug);
    const taken = target && (await exchangeCode({ db, clock }, query.get('code') ?? '', target.workspaceId));
    if (taken)
      return answerRedirect(response, hostAddress(config, host.hostname) + path, ticketCookie(config, taken.token));
    const href = atHome(OPEN_PATH, { host: host.hostname, path });
    answerPage(request, response, { name: 'usedLink', status: 403, action: { text: 'openAgain', href } });
  }

  function answerEnded(request: IncomingMessage, response: ServerResponse, host: WorkspaceHost): void {
    const href = atHome(OPEN_PATH, { host: host.hostname, path: safePath(request.url) });
    answerPage(request, response, { name: 'linkEnded', status: 403, action: { text: 'signIn', href } });
  }

  /** Swaps the token of a public link for a cookie; whoever comes in otherwise goes on without. */
  async function followLink(
    request: IncomingMessage,
    response: ServerResponse,
    host: WorkspaceHost,
    token: string,
  ): Promise<void> {
    const access = await guard.readmit({ kind: 'share', token }, host);
    const here = hostAddress(config, host.hostname) + safePath(request.url);
    if (access.kind === 'granted' && access.endsAt) {
      const leftSeconds = Math.ceil((access.endsAt.getTime() - clock.now().getTime()) / 1000);
      return answerRedirect(response, here, shareCookie(config, token, leftSeconds));
    }
    if ((await guard.admit(request, host)).kind === 'granted') return answerRedirect(response, here);
    answerEnded(request, response, host);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = parseHost(request.headers.host, config.workspaceDomain);
    if (!host || !request.url?.startsWith('/')) {
      return answerPage(request, response, { name: 'notFound', status: 404 });
    }
    const shareToken = takeShareToken(request);
    if (request.url.startsWith(OWN_PATHS)) {
      const isTicket = request.method === 'GET' && request.url.split('?')[0] === TICKET_PATH;
      if (isTicket) return takeTicket(request, response, host);
      return answerPage(request, response, { name: 'notFound', status: 404 });
    }
    const follows = shareToken !== null && (request.method === 'GET' || request.method === 'HEAD');
    if (follows && host.port !== IDE_PORT) return followLink(request, response, host, shareToken);
    const access = await admit(request, response, host);
    if (!access) return;
    const { target, pass, userId, endsAt } = access;
    if (userId !== null) recordActivity(target.workspaceId, userId);
    const exchange: LiveExchange = {
      pass,
      slug: host.slug,
      port: host.port,
      containerId: target.containerId,
      endsAt,
      sever: () => request.destroy(),
    };
    live.add(exchange);
    response.once('close', () => live.remove(exchange));
    proxyRequest({
      request,
      response,
      agent: upstreams.pool(target, portInside(target, host)),
      hostname: host.hostname,
      config,
      extraHeaders: pass.kind === 'share' ? NO_INDEX : [],
      fail: (error) => answerPage(request, response, failurePage(error, host.port)),
    });
  }

  async function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const host = parseHost(request.headers.host, config.workspaceDomain);
    takeShareToken(request);
    const response = responseOn(request, socket as Socket);
    if (!host) return answerPage(request, response, { name: 'notFound', status: 404 });
    if (!mayOpenSocket(request, host, config)) return answerPage(request, response, { name: 'forbidden', status: 403 });
    const access = await admit(request, response, host);
    if (!access) return;
    const { target, pass, userId, endsAt } = access;
    const noteWork = () => userId !== null && recordActivity(target.workspaceId, userId);
    noteWork();
    response.detachSocket(socket as Socket);
    const exchange: LiveExchange = {
      pass,
      slug: host.slug,
      port: host.port,
      containerId: target.containerId,
      endsAt,
      sever: () => socket.destroy(),
    };
    live.add(exchange);
    socket.once('close', () => live.remove(exchange));
    proxyUpgrade({
      request,
      socket,
      head,
      agent: upstreams.pool(target, portInside(target, host)),
      hostname: host.hostname,
      config,
      extraHeaders: pass.kind === 'share' ? NO_INDEX : [],
      fail: (error) => answerPage(request, responseOn(request, socket as Socket), failurePage(error, host.port)),
      onTraffic: (bytes) => bytes > KEEP_ALIVE_BYTES && noteWork(),
    });
  }

  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
      noDelay: true,
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      handle(request, response).catch((error) => unavailable(request, response, error));
    },
  );
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    handleUpgrade(request, socket, head).catch((error) => {
      unavailable(request, responseOn(request, socket as Socket), error);
    });
  });

  function unavailable(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    log.error({ err: error, host: request.headers.host }, 'http gateway failed');
    answerPage(request, response, { name: 'unavailable', status: 503 });
  }

  return {
    server,
    async listen(port, address) {
      await cache.connect();
      server.listen(port, address);
      await once(server, 'listening');
      return server.address() as AddressInfo;
    },
    async close() {
      server.close();
      live.close();
      server.closeAllConnections();
      upstreams.close();
      await cache.close();
    },
  };
}

/** An answer on a connection that asked for an upgrade and gets none; the connection ends with it. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.end());
  return response;
}
