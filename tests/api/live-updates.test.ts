import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TRANSPORTS, watchConnection } from '#renderer/lib/watch-connection.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { attachRealtime } from '#server/realtime/attach-realtime.ts';
import { type ClientToServer, rooms, type ServerToClient } from '#shared/api/rooms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';

type Client = Socket<ServerToClient, ClientToServer>;

let database: TestDatabase;
const apis: { dependencies: TestDependencies; port: number; stop(): Promise<unknown> }[] = [];
let here: MintedOrganization;
const opened: { disconnect(): unknown }[] = [];
const proxies: Server[] = [];

/** What each API process is made of, on one database. */
async function startApi() {
  const dependencies = await createTestDependencies({ database });
  const server = createServer((_, response) => response.end('here'));
  const realtime = await attachRealtime(server, dependencies, { resolveSession });
  const port = await listening(server);
  const stop = async () => {
    await realtime.close();
    server.close();
    await dependencies.close();
  };
  apis.push({ dependencies, port, stop });
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Leads each request to the next process, without cookies, and takes WebSockets only while it may. */
async function roundRobin(ports: number[], network: { webSockets: boolean }): Promise<string> {
  let turn = 0;
  const next = () => ports[turn++ % ports.length] as number;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: next(), method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.on('upgrade', ({ method, url, rawHeaders }, client, head) => {
    client.on('error', () => undefined);
    if (!network.webSockets) return client.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    const lines = rawHeaders.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `)).join('');
    const onward = connect(next(), '127.0.0.1');
    onward.write(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`);
    onward.write(head);
    onward.on('error', () => client.destroy());
    onward.on('close', () => client.destroy());
    client.on('close', () => onward.destroy());
    client.pipe(onward).pipe(client);
  });
  proxies.push(proxy);
  return `http://127.0.0.1:${await listening(proxy)}`;
}

/** The live connection of a page: whether it is blocked, and what it heard. */
function openPage(address: string) {
  const page = { blocked: false, heard: [] as unknown[], joined: 0, quietMs: -1 };
  const socket: Client = io(address, {
    auth: { sessionKey: here.owner.key },
    ...TRANSPORTS,
    reconnectionDelay: 20,
    reconnectionDelayMax: 20,
    forceNew: true,
  });
  watchConnection(socket, {
    reaches: () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      ),
    onChange: (blocked) => {
      page.blocked = blocked;
    },
    stableMs: 100,
  });
  const room = rooms.organization(here.organizationId);
  socket.on('connect', () =>
    socket.emit('joinRoom', room, (joined, quietMs) => {
      page.joined += Number(joined);
      page.quietMs = quietMs;
    }),
  );
  socket.on('disconnect', () => {
    page.joined = 0;
  });
  socket.on('messageReceived', ({ message }) => page.heard.push(message));
  opened.push(socket);
  return { page, socket };
}

/** A change that each process was asked for is heard by the page. */
async function hearsBoth({ page, socket }: ReturnType<typeof openPage>) {
  await expect.poll(() => page.joined).toBeGreaterThan(0);
  for (const [index, { dependencies }] of apis.entries()) {
    await dependencies.publish(dependencies.db, 'organization', here.organizationId, { id: `said by ${index}` });
  }
  await expect.poll(() => page.heard).toEqual([{ id: 'said by 0' }, { id: 'said by 1' }]);
  return socket.io.engine.transport.name;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await startApi();
  await startApi();
  here = await mintOrganization((apis[0] as (typeof apis)[0]).dependencies);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
  for (const proxy of proxies.splice(0)) {
    proxy.close();
    proxy.closeAllConnections();
  }
});
afterAll(() => Promise.all(apis.map(({ stop }) => stop())));

const ports = () => apis.map(({ port }) => port);

test('over two processes in turn, a page hears what happens in either', async () => {
  const address = await roundRobin(ports(), { webSockets: true });
  const pages = [openPage(address), openPage(address)];
  for (const opened of pages) await expect.poll(() => opened.page.joined).toBe(1);
  const [one] = pages as [(typeof pages)[0]];
  expect(await hearsBoth(one)).toBe('websocket');
  await expect.poll(() => pages[1]?.page.heard).toEqual(one.page.heard);
  expect(pages.map(({ page }) => page.blocked)).toEqual([false, false]);
});

test('a page that joins hears for how long its room has been quiet', async () => {
  const address = await roundRobin(ports(), { webSockets: true });
  const started = performance.now();
  await hearsBoth(openPage(address));
  const { page } = openPage(address);
  await expect.poll(() => page.joined).toBe(1);
  expect(page.quietMs).toBeGreaterThanOrEqual(0);
  expect(page.quietMs).toBeLessThan(performance.now() - started);
});

test('where WebSockets are refused, one process is heard by polling', async () => {
  const opened = openPage(await roundRobin(ports().slice(0, 1), { webSockets: false }));
  expect(await hearsBoth(opened)).toBe('polling');
  expect(opened.page.blocked).toBe(false);
});

test('over two processes without WebSockets, live updates are known to be blocked until they come through', async () => {
  const network = { webSockets: false };
  const opened = openPage(await roundRobin(ports(), network));
  await expect.poll(() => opened.page.blocked, { timeout: 20_000 }).toBe(true);
  network.webSockets = true;
  await expect.poll(() => opened.page.blocked, { timeout: 20_000 }).toBe(false);
  opened.page.heard.length = 0;
  expect(await hearsBoth(opened)).toBe('websocket');
});

test('a server that is down blocks nothing', async () => {
  const { page, socket } = openPage('http://127.0.0.1:9');
  const failures = new Promise<void>((resolve) => {
    socket.io.on('reconnect_attempt', (count) => count === 6 && resolve());
  });
  await failures;
  expect(page.blocked).toBe(false);
});
