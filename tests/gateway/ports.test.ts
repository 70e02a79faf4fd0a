import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { LISTENING, readListeners } from '#server/features/workspaces/listeners.ts';
import { createHttpGateway, type HttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { createTcpGateway, type TcpGateway } from '#server/gateway/tcp/tcp-gateway.ts';
import { serveTlsAsk } from '#server/http/tls-ask.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { background, engines, listening, startContainer, type TestContainer } from './container.ts';
import { MemoryDirectory } from './memory-directory.ts';

const PORT = await freePort();
const [TCP, OTHER_TCP] = [await freePort(), await freePort()];
const UI = 'http://localhost:15043';
const IDE = 'box.workspaces.localhost';
const WEB = 'box-3000.workspaces.localhost';
const API = 'box-3030.workspaces.localhost';
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const ECHO = "require('net').createServer({ allowHalfOpen: true }, (s) => s.pipe(s)).listen(4000, '127.0.0.1')";

let dependencies: TestDependencies;
let directory: MemoryDirectory;
let http: HttpGateway;
let tcp: TcpGateway;
let box: TestContainer;
const person = { userId: newId(), organizationId: newId(), sessionId: newId() };

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: {
      SLIPWAY_PUBLIC_URL: UI,
      SLIPWAY_GATEWAY_PORT: String(PORT),
      WORKSPACE_DOMAIN: 'workspaces.localhost',
    },
  });
  directory = new MemoryDirectory();
  http = createHttpGateway({ ...dependencies, directory, engines });
  tcp = createTcpGateway({ ...dependencies, directory, engines });
  await Promise.all([http.listen(PORT, '127.0.0.1'), tcp.listen('127.0.0.1')]);
  box = await startContainer();
  const program = readFileSync(path.join(import.meta.dirname, 'inside-server.mjs'), 'utf8');
  for (const port of [7080, 3000]) {
    await background(box.id, ['env', `PORT=${port}`, 'node', '--input-type=module', '-e', program]);
  }
  await background(box.id, ['node', '-e', ECHO]);
  await Promise.all([7080, 3000, 4000].map((port) => listening(box.id, port)));
});
afterAll(async () => {
  await Promise.all([http?.close(), tcp?.close()]);
  await box?.remove();
  await dependencies?.close();
});
beforeEach(async () => {
  const target = directory.add('box', box.id, person.organizationId);
  directory.rights.add(`${person.userId} ${target.workspaceId}`);
  directory.sessions.add(person.sessionId);
  await changed();
});

/** Says that the workspace changed, and waits until the gateway must have heard: its answers come in order. */
async function changed(): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = await dependencies.bus.listen('workspace_changed', () => heard.resolve());
  const { workspaceId: id, organizationId } = directory.targets.get('box')!;
  await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug: 'box', organizationId });
  await heard.promise;
  await stop();
}

async function get(host: string, url: string, headers: Record<string, string> = {}) {
  const request = send({ port: PORT, host: '127.0.0.1', path: url, headers: { ...headers, host: `${host}:${PORT}` } });
  request.end();
  const [response] = await once(request, 'response');
  return { status: response.statusCode as number, headers: response.headers, body: await text(response) };
}

/** The Cookie header of a browser that was let in there. */
async function ticket(host: string): Promise<string> {
  const answer = await openWorkspace({ ...dependencies, directory }, person, { host, path: '/' });
  const { pathname, search } = new URL(answer.headers.get('location')!);
  const taken = await get(host, pathname + search, NAVIGATION);
  return taken.headers['set-cookie']![0]!.split(';')[0]!;
}

describe('an http port', () => {
  test('leads to the program there, after the same sign-in as the IDE, with its own name', async () => {
    const first = await get(WEB, '/a', NAVIGATION);
    expect(first.headers.location).toBe(`${UI}/open?host=${WEB}&path=%2Fa`);
    const cookie = await ticket(WEB);
    const { body } = await get(WEB, '/headers', { cookie });
    expect(JSON.parse(body)).toEqual(expect.arrayContaining(['X-Forwarded-Host', `${WEB}:${PORT}`]));
    expect(body).not.toContain('slipway_ticket');
    expect((await get(WEB, '/headers')).status).toBe(401);
  });

  test('is asleep with its workspace, and closed before that', async () => {
    const cookie = await ticket(WEB);
    directory.change('box', { status: 'Offline' });
    await changed();
    const asleep = await get(WEB, '/x', { ...NAVIGATION, cookie });
    expect(asleep.headers.location).toBe(`${UI}/hosts/restore?host=${WEB}&path=%2Fx`);
    directory.change('box', { ports: { 3000: 'disabled', 3030: 'disabled' } });
    await changed();
    expect((await get(WEB, '/x', { ...NAVIGATION, cookie })).status).toBe(404);
  });

  test.each(['disabled', 'tcp'] as const)('is closed to http while it is %s, and says how to open it', async (mode) => {
    const cookie = await ticket(WEB);
    directory.change('box', { ports: { 3000: mode, 3030: 'http' } });
    await changed();
    const page = await get(WEB, '/', { ...NAVIGATION, cookie });
    expect(page.status).toBe(404);
    expect(page.body).toContain('Port 3000 is closed');
    expect(JSON.parse((await get(WEB, '/', { cookie })).body).message).toContain('set port 3000 to http');
  });

  test('where nothing listens has a page that says so', async () => {
    directory.change('box', { ports: { 3000: 'http', 3030: 'http' } });
    await changed();
    const page = await get(API, '/', { ...NAVIGATION, cookie: await ticket(API) });
    expect(page.status).toBe(502);
    expect(page.body).toContain('Nothing is listening on port 3030');
  });

  test('need not be set: any other leads to its program, also one on loopback, and is told when it is new', async () => {
    const VITE = 'box-5173.workspaces.localhost';
    const program = "require('http').createServer((q, a) => a.end(q.headers.host)).listen(5173, '127.0.0.1')";
    await background(box.id, ['node', '-e', program]);
    await listening(box.id, 5173);
    const { workspaceId } = directory.targets.get('box')!;
    expect((await get(VITE, '/', NAVIGATION)).headers.location).toBe(`${UI}/open?host=${VITE}&path=%2F`);
    expect((await get(VITE, '/', { cookie: await ticket(VITE) })).body).toBe('localhost:5173');
    expect(directory.noted).toEqual([`${workspaceId} 5173`]);
    expect((await get(VITE, '/', { cookie: await ticket(WEB) })).status).toBe(401);
    expect((await get('box-7070.workspaces.localhost', '/', NAVIGATION)).status).toBe(404);
    const { stdout } = await engines.get('local').run(box.id, { command: ['sh', '-c', LISTENING] });
    expect(readListeners(stdout)).toEqual(expect.arrayContaining([{ port: 5173, program: 'node' }]));
  });

  test('gets a certificate from the proxy in front while it is open', async () => {
    const ask = serveTlsAsk(directory, 'workspaces.localhost');
    directory.change('box', { otherPorts: [5173] });
    const others = [5173, 5174].map((port) => `box-${port}.workspaces.localhost`);
    const domains = [IDE, WEB, API, ...others, 'nothing.workspaces.localhost', 'box.evil.example'];
    const answers = domains.map(async (domain) => (await ask.request(`/tls/ask?domain=${domain}`)).status);
    expect(await Promise.all(answers)).toEqual([200, 200, 404, 200, 404, 404, 404]);
  });

  test('joins WebSockets, and cuts them when it is closed', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${PORT}/`, {
      headers: { host: `${WEB}:${PORT}`, cookie: await ticket(WEB) },
      origin: `http://${WEB}:${PORT}`,
    });
    await once(socket, 'open');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('hello');
    const closed = once(socket, 'close');
    directory.change('box', { ports: { 3000: 'disabled', 3030: 'disabled' } });
    await changed();
    await closed;
  });

  test('serves pages that may call the other ports of their workspace, and not act in its IDE', async () => {
    const [web, ide] = [await ticket(WEB), await ticket(IDE)];
    const from = (host: string) => ({ origin: `http://${host}:${PORT}`, 'sec-fetch-site': 'same-site' });
    expect((await get(WEB, '/headers', { cookie: web, ...from(API) })).status).toBe(200);
    expect((await get(IDE, '/headers', { cookie: ide, ...from(WEB) })).status).toBe(401);
    expect((await get(WEB, '/headers', { cookie: web, ...from('other-3000.workspaces.localhost') })).status).toBe(401);
    const refused = new WebSocket(`ws://127.0.0.1:${PORT}/`, {
      headers: { host: `${IDE}:${PORT}`, cookie: ide },
      origin: `http://${WEB}:${PORT}`,
    });
    refused.on('error', () => undefined);
    const [, answer] = await once(refused, 'unexpected-response');
    expect(answer.statusCode).toBe(403);
  });
});

describe('a tcp port', () => {
  const route = () => ({ port: TCP, containerPort: 4000, engineId: 'local', containerId: box.id });
  const isOpen = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });

  test('is joined with the program there, also after one side has said all it has to say', async () => {
    directory.tcp.push(route());
    await changed();
    await expect.poll(() => isOpen(TCP)).toBe(true);
    const sockets = [1, 2].map(() => connect({ port: TCP, host: '127.0.0.1', allowHalfOpen: true }));
    const sent = Buffer.alloc(3_000_000, 'tcp');
    for (const socket of sockets) socket.end(sent);
    for (const socket of sockets) expect((await buffer(socket)).equals(sent)).toBe(true);
  });

  test('is closed, with its connections, as soon as it leads nowhere; another takes its place', async () => {
    directory.tcp.splice(0, 1, route());
    await changed();
    await expect.poll(() => isOpen(TCP)).toBe(true);
    const socket = connect(TCP, '127.0.0.1');
    socket.write('still there?');
    expect(String((await once(socket, 'data'))[0])).toBe('still there?');
    const cut = once(socket, 'close');
    directory.tcp.splice(0, 1, { ...route(), port: OTHER_TCP });
    await changed();
    await cut;
    await expect.poll(() => isOpen(OTHER_TCP)).toBe(true);
    expect(await isOpen(TCP)).toBe(false);
  });

  test('ends a connection at once when nothing listens inside', async () => {
    directory.tcp.splice(0, 1, { ...route(), containerPort: 4001 });
    await changed();
    await expect.poll(() => isOpen(TCP)).toBe(true);
    expect(await buffer(connect(TCP, '127.0.0.1'))).toHaveLength(0);
  });
});
