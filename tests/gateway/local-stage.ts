import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { EngineError } from '#server/compute/engine-error.ts';
import type { GatewayTarget } from '#server/gateway/directory.ts';
import { createHttpGateway, type HttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { HOUR } from '#server/platform/clock.ts';
import { hashToken, newId, newToken } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { MemoryDirectory } from './memory-directory.ts';

export const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  trailers: Record<string, string | undefined>;
  body: string;
}
export interface Ask {
  method?: string;
  headers?: Record<string, string> | string[];
  body?: string;
}

/**
 * The real gateway before one workspace `box` whose ports are servers of the test on this machine, and a person who may
 * open it. `uncaught` has what would have ended the process.
 */
export interface Stage {
  dependencies: TestDependencies;
  directory: MemoryDirectory;
  http: HttpGateway;
  /** Of the gateway. */
  port: number;
  /** Host names (with the port) of the IDE and the two ports. */
  ide: string;
  web: string;
  api: string;
  person: { userId: string; organizationId: string; sessionId: string };
  uncaught: unknown[];
  /** Leads a port of the workspace to a server here; returns where that listens. */
  serve(containerPort: number, server: Server): Promise<number>;
  /** Leads a port of the workspace to one of this machine. */
  lead(containerPort: number, port: number): void;
  /** While true, what leads there is no socket, as with a machine behind SSH. */
  throughSsh: boolean;
  get(host: string, url: string, ask?: Ask): Promise<Answer>;
  /** Sends bytes as they are, and gives back what came until the gateway ended the connection. */
  raw(bytes: string | Buffer): Promise<string>;
  /** The Cookie header of a browser after the sign-in there; the person's, or another's. */
  ticket(host: string, who?: Stage['person']): Promise<string>;
  change(change: Partial<GatewayTarget>): Promise<void>;
  /** Opens port 3000 to a public link, and gives its token. */
  share(port?: 3000 | 3030): Promise<string>;
  close(): Promise<void>;
}

export async function createStage(options: { domain?: string; ui?: string } = {}): Promise<Stage> {
  const { domain = 'workspaces.localhost', ui = 'http://localhost:15777' } = options;
  const port = await freePort();
  const suffix = ui.startsWith('https:') ? '' : `:${port}`;
  const dependencies = await createTestDependencies({
    environment: { SLIPWAY_PUBLIC_URL: ui, SLIPWAY_GATEWAY_PORT: String(port), WORKSPACE_DOMAIN: domain },
  });
  const directory = new MemoryDirectory();
  const leads = new Map<number, number>();
  const servers = new Set<Server>();
  const sockets = new Set<Socket>();
  const dial = async (_container: string, containerPort: number) => {
    const to = leads.get(containerPort);
    if (!to) throw new EngineError('port-not-listening', 'nothing listens');
    const socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    await once(socket, 'connect');
    return stage.throughSsh ? Duplex.from({ readable: socket, writable: socket }) : socket;
  };
  const http = createHttpGateway({ ...dependencies, directory, engines: { get: () => ({ dial }) } });
  await http.listen(port, '127.0.0.1');
  const person = { userId: newId(), organizationId: newId(), sessionId: newId() };
  const target = directory.add('box', 'container', person.organizationId);
  directory.rights.add(`${person.userId} ${target.workspaceId}`);
  directory.sessions.add(person.sessionId);
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);

  const stage: Stage = {
    dependencies,
    directory,
    http,
    port,
    ide: `box.${domain}${suffix}`,
    web: `box-3000.${domain}${suffix}`,
    api: `box-3030.${domain}${suffix}`,
    person,
    uncaught,
    throughSsh: false,
    async serve(containerPort, server) {
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      });
      const listens = await freePort();
      server.listen(listens, '127.0.0.1');
      await once(server, 'listening');
      servers.add(server);
      stage.lead(containerPort, listens);
      return listens;
    },
    lead: (containerPort, to) => void leads.set(containerPort, to),
    async get(host, url, { method = 'GET', headers = {}, body } = {}) {
      const all = Array.isArray(headers) ? ['Host', host, ...headers] : { ...headers, host };
      const request = send({ port, host: '127.0.0.1', path: url, method, headers: all, maxHeaderSize: 200_000 });
      request.maxHeadersCount = 0;
      request.end(body);
      const [response] = await once(request, 'response');
      const said = await text(response);
      return { status: response.statusCode, headers: response.headers, trailers: response.trailers, body: said };
    },
    async raw(bytes) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(bytes);
      return (await buffer(socket)).toString('latin1');
    },
    async ticket(host, who = person) {
      const way = await openWorkspace({ ...dependencies, directory }, who, { host: host.split(':')[0], path: '/' });
      const { pathname, search } = new URL(way.headers.get('location') ?? '');
      const taken = await stage.get(host, pathname + search, { headers: NAVIGATION });
      return String(taken.headers['set-cookie']).split(';')[0] ?? '';
    },
    async change(change) {
      directory.change('box', change);
      const heard = Promise.withResolvers<void>();
      const stop = await dependencies.bus.listen('workspace_changed', () => heard.resolve());
      const { workspaceId: id, organizationId } = target;
      await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug: 'box', organizationId });
      await heard.promise;
      await stop();
    },
    async share(shared = 3000) {
      const token = newToken();
      const endsAt = new Date(dependencies.clock.now().getTime() + HOUR);
      const { visitors } = directory.targets.get('box') ?? {};
      const link = { kind: 'link' as const, tokenHash: hashToken(token), endsAt };
      await stage.change({ visitors: { ...visitors, [shared]: link } });
      return token;
    },
    async close() {
      process.off('uncaughtException', note);
      await http.close();
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      await dependencies.close();
    },
  };
  await stage.change({ ports: { 3000: 'http', 3030: 'http' } });
  return stage;
}

/** A server that says these bytes to whoever says something first, and then ends the connection in this way. */
export function sayer(): { server: Server; say(bytes: Buffer | string, then: 'end' | 'reset' | 'stay'): void } {
  let [bytes, then]: [Buffer | string, string] = ['', 'end'];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (then === 'end') return void socket.end(bytes);
      socket.write(bytes, () => then === 'reset' && socket.resetAndDestroy());
    });
  });
  return {
    server,
    say(what, how) {
      [bytes, then] = [what, how];
    },
  };
}
