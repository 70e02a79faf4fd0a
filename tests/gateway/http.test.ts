import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request as send } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { GatewayTarget } from '#server/gateway/directory.ts';
import { createHttpGateway, type HttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { background, engines, listening, startContainer, type TestContainer } from './container.ts';
import { MemoryDirectory } from './memory-directory.ts';

const PORT = await freePort();
const UI = 'http://localhost:15500';
const HOST = `box.workspaces.localhost:${PORT}`;
const IDE_HOST = `ide.workspaces.localhost:${PORT}`;
/** Of 64 KiB each. */
const CHUNKS = 200 * 16;
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

let dependencies: TestDependencies;
let directory: MemoryDirectory;
let gateway: HttpGateway;
let box: TestContainer;
let ide: TestContainer;
let target: GatewayTarget;
let agent: Agent;
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
  gateway = createHttpGateway({ ...dependencies, directory, engines });
  await gateway.listen(PORT, '127.0.0.1');
  [box, ide] = await Promise.all([startContainer(), startContainer({ ide: true })]);
  const program = readFileSync(path.join(import.meta.dirname, 'inside-server.mjs'), 'utf8');
  await background(box.id, ['node', '--input-type=module', '-e', program]);
  await Promise.all([listening(box.id, 7080), listening(ide.id, 7080)]);
});
afterAll(async () => {
  await gateway?.close();
  await Promise.all([box?.remove(), ide?.remove()]);
  await dependencies?.close();
});
beforeEach(async () => {
  target = directory.add('box', box.id, person.organizationId);
  const other = directory.add('ide', ide.id, person.organizationId);
  directory.rights.add(`${person.userId} ${target.workspaceId}`).add(`${person.userId} ${other.workspaceId}`);
  directory.sessions.add(person.sessionId);
  directory.activity.length = 0;
  agent = new Agent({ keepAlive: true });
  await Promise.all(['box', 'ide'].map(changed));
});
afterEach(() => agent.destroy());

interface Got {
  status: number;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
}
interface Ask {
  host?: string;
  method?: string;
  headers?: OutgoingHttpHeaders | string[];
  body?: Buffer | Readable;
}

function start(url: string, { host = HOST, method = 'GET', headers = {}, body }: Ask = {}): Promise<IncomingMessage> {
  const all = Array.isArray(headers) ? ['Host', host, ...headers] : { ...headers, host };
  return new Promise((resolve, reject) => {
    const request = send({ port: PORT, host: '127.0.0.1', path: url, method, agent, headers: all });
    request.on('response', resolve);
    request.on('error', reject);
    if (body instanceof Readable) body.pipe(request);
    else request.end(body);
  });
}
async function get(url: string, ask: Ask = {}): Promise<Got> {
  const response = await start(url, ask);
  const { statusCode: status = 0, headers, rawHeaders } = response;
  return { status, headers, rawHeaders, body: await text(response) };
}
/** Says that the workspace changed, and waits until the gateway must have heard: its answers come in order. */
async function changed(slug: string): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = await dependencies.bus.listen(
    'workspace_changed',
    (message) => message.slug === slug && heard.resolve(),
  );
  const { workspaceId: id, organizationId } = directory.targets.get(slug)!;
  await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug, organizationId });
  await heard.promise;
  await stop();
}
async function open(host = HOST, url = '/', session: typeof person | null = person): Promise<Response> {
  return openWorkspace({ ...dependencies, directory }, session, { host: host.split(':')[0], path: url });
}
/** The Cookie header of a browser that was let in. */
async function ticket(host = HOST): Promise<string> {
  const answer = await open(host);
  const taken = await get(new URL(answer.headers.get('location')!).href.split(host)[1]!, { host, headers: NAVIGATION });
  expect(taken.status).toBe(302);
  return taken.headers['set-cookie']![0]!.split(';')[0]!;
}

test('leads a person from the address through the sign-in to the page', async () => {
  const first = await get('/a/b?c=d', { headers: NAVIGATION });
  expect(first.status).toBe(302);
  expect(first.headers.location).toBe(`${UI}/open?host=box.workspaces.localhost&path=%2Fa%2Fb%3Fc%3Dd`);

  const signIn = await open(HOST, '/a/b?c=d', null);
  const back = new URL(signIn.headers.get('location')!);
  expect(back.pathname).toBe('/login');
  expect(back.searchParams.get('redirect')).toBe('/open?host=box.workspaces.localhost&path=%2Fa%2Fb%3Fc%3Dd');

  const code = (await open(HOST, '/headers?c=d')).headers.get('location')!;
  expect(code).toMatch(`http://${HOST}/.slipway/ticket?code=`);
  const taken = await get(code.slice(`http://${HOST}`.length), { headers: NAVIGATION });
  expect(taken.headers.location).toBe(`http://${HOST}/headers?c=d`);
  expect(taken.headers['set-cookie']).toEqual([
    expect.stringMatching(/^slipway_ticket=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/),
  ]);
  const cookie = taken.headers['set-cookie']![0]!.split(';')[0]!;
  expect((await get('/headers', { headers: { cookie } })).status).toBe(200);

  const again = await get(code.slice(`http://${HOST}`.length), { headers: NAVIGATION });
  expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
});

test('lets a code live for a minute, and serve one workspace', async () => {
  const late = new URL((await open()).headers.get('location')!);
  dependencies.clock.advance(61_000);
  expect((await get(late.pathname + late.search, { headers: NAVIGATION })).status).toBe(403);
  const foreign = new URL((await open()).headers.get('location')!);
  expect((await get(foreign.pathname + foreign.search, { host: IDE_HOST, headers: NAVIGATION })).status).toBe(403);
  expect((await get('/headers', { host: IDE_HOST, headers: { cookie: await ticket() } })).status).toBe(401);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  '/.//evil.example',
  '/x\r\nSet-Cookie: a=b',
  'javascript:1',
])('never redirects to another host: %j', async (evil) => {
  const code = new URL((await open(HOST, evil)).headers.get('location')!);
  code.searchParams.set('path', evil);
  const taken = await get(code.pathname + code.search, { headers: NAVIGATION });
  expect(new URL(taken.headers.location!).host).toBe(HOST);
  expect(taken.headers.location!.slice(`http://${HOST}`.length)).not.toMatch(/^\/[/\\]/);
});

test('says at the door who may not pass, and tells nothing of other organizations', async () => {
  const stranger = { ...person, organizationId: newId() };
  const colleague = { ...person, userId: newId() };
  const unknown = await open('nothing.workspaces.localhost');
  const foreign = await open(HOST, '/', stranger);
  expect([unknown.status, foreign.status, (await open(HOST, '/', colleague)).status]).toEqual([404, 404, 403]);
  expect(await foreign.text()).toBe(await unknown.text());
  expect((await open('box.evil.example')).status).toBe(404);
  expect((await open('box.workspaces.localhost.evil.example')).status).toBe(404);
});

test('answers programs without a ticket in a few bytes', async () => {
  const answer = await get('/headers', { headers: { accept: 'application/json' } });
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body)).toMatchObject({ authenticated: false });
  expect((await get('/headers', { method: 'POST', body: Buffer.alloc(100_000) })).status).toBe(401);
  expect((await get('/', { host: 'elsewhere.example', headers: NAVIGATION })).status).toBe(404);
});

test('sends people to the page that starts a workspace', async () => {
  const cookie = await ticket();
  for (const status of ['Offline', 'Pending'] as const) {
    directory.change('box', { status });
    await changed('box');
    const answer = await get('/x', { headers: { ...NAVIGATION, cookie } });
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      `${UI}/hosts/restore?host=box.workspaces.localhost&path=%2Fx`,
    ]);
    expect((await get('/x', { headers: { cookie } })).status).toBe(503);
  }
});

test('starts nothing for a tab that stayed open, or a page that a browser fetches ahead', async () => {
  const cookie = await ticket();
  directory.change('box', { status: 'Offline' });
  await changed('box');
  const background = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };
  const frame = { ...NAVIGATION, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
  for (const headers of [background, frame, { ...NAVIGATION, 'sec-purpose': 'prefetch' }]) {
    const answer = await get('/', { headers: { ...headers, cookie } });
    expect([answer.status, answer.headers.location]).toEqual([503, undefined]);
  }
  expect(directory.woken).toEqual([]);
});

test('shows a page when nothing listens, the engine is away, or the program breaks off', async () => {
  const cookie = await ticket();
  const cut = await get('/cut', { headers: { ...NAVIGATION, cookie } });
  expect([cut.status, cut.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
  expect(cut.headers['content-security-policy']).toContain("default-src 'none'");
  directory.change('box', { containerId: 'no-such-container' });
  await changed('box');
  expect((await get('/', { headers: { ...NAVIGATION, cookie } })).status).toBe(502);
  const idle = await startContainer();
  try {
    directory.change('box', { containerId: idle.id });
    await changed('box');
    const page = async () => (await get('/', { headers: { ...NAVIGATION, cookie } })).body;
    await expect.poll(page, { timeout: 20_000 }).toContain('responding yet');
  } finally {
    await idle.remove();
  }
});

test('passes headers on clean', async () => {
  const cookie = await ticket();
  const answer = await get('/headers', {
    headers: [
      ...[
        'Cookie',
        `a=1; ${cookie}; b=2; slipway_session=secret`,
        'X-Session-Key',
        'secret',
        'Connection',
        'X-Drop, keep-alive',
      ],
      ...['X-Drop', 'me', 'X-Keep', 'One', 'x-keep', 'two', 'X-Forwarded-For', '6.6.6.6', 'X-Forwarded-Host', 'evil'],
      ...['X-Forwarded-Proto', 'https', 'Forwarded', 'for=6.6.6.6', 'X-Real-IP', '6.6.6.6', 'TE', 'trailers'],
      ...['Proxy-Authorization', 'Basic x', 'Authorization', 'Bearer own'],
    ],
  });
  const raw: string[] = JSON.parse(answer.body);
  const seen = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []));
  expect(seen.sort()).toEqual(
    [
      `Host: ${HOST}`,
      'Cookie: a=1; b=2',
      'X-Keep: One',
      'x-keep: two',
      'Authorization: Bearer own',
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-Proto: http',
      `X-Forwarded-Host: ${HOST}`,
      `X-Forwarded-Port: ${PORT}`,
      'TE: trailers',
      'Connection: TE',
    ].sort(),
  );
});

test('keeps a workspace from setting cookies above itself or in our name', async () => {
  const answer = await get('/cookies', { headers: { cookie: await ticket() } });
  expect(answer.headers['set-cookie']).toEqual(['own=1; Path=/', 'mine=1; Domain=box.workspaces.localhost']);
  expect([answer.headers['x-public'], answer.headers['x-private']]).toEqual(['yes', undefined]);
});

test('carries 200 MB up and down unchanged', async () => {
  const cookie = await ticket();
  const chunk = randomBytes(1 << 16);
  const hash = createHash('sha256');
  function* chunks() {
    for (let sent = 0; sent < CHUNKS; sent++) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const body = Readable.from(chunks(), { objectMode: false });
  const up = await get('/sink', { method: 'POST', headers: { cookie }, body });
  expect(up.body).toBe(hash.digest('hex'));
  let bytes = 0;
  for await (const part of await start('/big', { headers: { cookie } })) bytes += part.length;
  expect(bytes).toBe(CHUNKS * chunk.length);
});

/** Asks until the answer stays the same. */
async function settled(ask: () => Promise<number>): Promise<number> {
  let last = 0;
  const stays = async () => {
    const now = await ask();
    const same = now > 0 && now === last;
    last = now;
    return same;
  };
  await expect.poll(stays, { interval: 200, timeout: 20_000 }).toBe(true);
  return last;
}

test('holds a sender back while the other side does not read', async () => {
  const cookie = await ticket();
  const unread = await start('/big', { headers: { cookie } });
  const written = async () => Number((await get('/written', { headers: { cookie } })).body);
  expect(await settled(written)).toBeLessThan(60_000_000);
  unread.destroy();

  let sent = 0;
  function* chunks() {
    for (; sent < 200_000_000; sent += 1 << 16) yield Buffer.alloc(1 << 16);
  }
  const body = Readable.from(chunks(), { objectMode: false });
  const stalled = start('/stall', { method: 'POST', headers: { cookie }, body });
  stalled.catch(() => undefined);
  expect(await settled(async () => sent)).toBeLessThan(60_000_000);
  body.destroy();
  await get('/leave', { headers: { cookie } });
});

test('sends the head of an answer before its body comes', async () => {
  const cookie = await ticket();
  const events = await start('/events', { headers: { cookie } });
  expect(events.headers['content-type']).toBe('text/event-stream');
  await get('/say', { headers: { cookie } });
  expect(await text(events)).toBe('data: now\n\n');
});

test('shows a broken answer as broken', async () => {
  const response = await start('/broken', { headers: { cookie: await ticket() } });
  await expect(text(response)).rejects.toThrow('aborted');
});

test('passes on an early answer to a body that nobody reads', async () => {
  const cookie = await ticket();
  const answer = await get('/refuse', {
    method: 'POST',
    headers: { cookie, connection: 'close' },
    body: Buffer.alloc(300_000),
  });
  expect([answer.status, answer.body]).toEqual([413, 'too large']);
});

test('keeps connections alive on both sides', async () => {
  const cookie = await ticket();
  const ports = new Set<string>();
  const own = new Set<number | undefined>();
  for (let at = 0; at < 5; at++) {
    const response = await start('/peer', { headers: { cookie } });
    own.add(response.socket.localPort);
    ports.add(await text(response));
  }
  expect([ports.size, own.size]).toEqual([1, 1]);
});

async function raw(lines: string[], body = ''): Promise<string> {
  const socket = connect(PORT, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.setTimeout(5_000, () => socket.destroy());
  const answer = await text(socket);
  socket.destroy();
  return answer;
}

test('refuses what two parsers could read in two ways', async () => {
  const cookie = await ticket();
  const head = (...more: string[]) => [
    'POST /echo HTTP/1.1',
    `Host: ${HOST}`,
    `Cookie: ${cookie}`,
    'Connection: close',
    ...more,
  ];
  const smuggled = `0\r\n\r\nGET /headers HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
  for (const lines of [
    head('Content-Length: 5', 'Transfer-Encoding: chunked'),
    head('Content-Length: 5', 'Content-Length: 6'),
    head('Transfer-Encoding: chunked, identity'),
    head('Transfer-Encoding: xchunked'),
    head('Transfer-Encoding : chunked'),
    head('Content-Length: +5'),
    head('X-A: b\nTransfer-Encoding: chunked'),
    head(' folded: yes', 'Content-Length: 5'),
  ]) {
    const answer = await raw(lines, smuggled);
    expect([lines.at(-1), answer.slice(0, 12)]).toEqual([lines.at(-1), 'HTTP/1.1 400']);
  }
  const nominated = await raw(head('Content-Length: 5', 'Connection: content-length, host'), 'hello');
  expect(nominated).toContain('hello');
});

function socketTo(url: string, headers: Record<string, string>, host = HOST): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${PORT}${url}`, {
    headers: { Host: host, ...headers },
    perMessageDeflate: false,
  });
}
async function opened(socket: WebSocket): Promise<WebSocket> {
  await once(socket, 'open');
  return socket;
}
async function refusal(socket: WebSocket): Promise<number | undefined> {
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('carries WebSockets: text, binary, fragments and large messages', async () => {
  const socket = await opened(socketTo('/', { Cookie: await ticket(), Origin: `http://${HOST}` }));
  const received: Buffer[] = [];
  socket.on('message', (data) => received.push(data as Buffer));
  const large = randomBytes(3_000_000);
  socket.send('hello');
  socket.send(large);
  socket.send('in ', { fin: false });
  socket.send('parts', { fin: true });
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(3);
  expect(received[0]?.toString()).toBe('hello');
  expect(received[1]?.equals(large)).toBe(true);
  expect(received[2]?.toString()).toBe('in parts');
  socket.terminate();
});

test('opens WebSockets to the workspace’s own pages only', async () => {
  const cookie = await ticket();
  const own = `http://${HOST}`;
  expect(await refusal(socketTo('/', { Cookie: cookie }))).toBe(403);
  for (const Origin of ['http://evil.example', `http://${IDE_HOST}`, `https://${HOST}`, 'null']) {
    expect([Origin, await refusal(socketTo('/', { Cookie: cookie, Origin }))]).toEqual([Origin, 403]);
  }
  expect(await refusal(socketTo('/', { Origin: own }))).toBe(401);
  expect(await refusal(socketTo('/refused', { Cookie: cookie, Origin: own }))).toBe(403);
});

test('does not let pages of another workspace act in a person’s name', async () => {
  const cookie = await ticket();
  const sibling = { cookie, origin: `http://${IDE_HOST}`, 'sec-fetch-site': 'same-site' };
  expect((await get('/echo', { method: 'POST', headers: sibling, body: Buffer.from('x') })).status).toBe(401);
  expect(
    (await get('/headers', { headers: { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' } })).status,
  ).toBe(401);
  expect((await get('/headers', { headers: { cookie, 'sec-fetch-site': 'same-site', ...NAVIGATION } })).status).toBe(
    200,
  );
  const frame = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' };
  expect((await get('/headers', { headers: { cookie, ...frame } })).status).toBe(401);
});

test.each([
  ['the session ends', () => directory.sessions.clear(), 'sessions_ended', { ids: [person.sessionId] }],
  ['rights change', () => directory.rights.clear(), 'access_changed', { reason: 'test' }],
] as const)('severs what is open when %s', async (_when, change, channel, message) => {
  const cookie = await ticket();
  const socket = await opened(socketTo('/', { Cookie: cookie, Origin: `http://${HOST}` }));
  const events = await start('/events', { headers: { cookie } });
  const closed = Promise.all([once(socket, 'close'), text(events).catch(() => 'severed')]);
  socket.on('error', () => undefined);
  change();
  await dependencies.bus.notify(dependencies.db, channel, message as never);
  expect((await closed)[1]).toBe('severed');
  expect((await get('/headers', { headers: { cookie } })).status).not.toBe(200);
});

test('severs WebSockets when the workspace stops', async () => {
  const socket = await opened(socketTo('/', { Cookie: await ticket(), Origin: `http://${HOST}` }));
  socket.on('error', () => undefined);
  expect(socket.readyState).toBe(socket.OPEN);
  directory.change('box', { status: 'Offline', containerId: null });
  await Promise.all([once(socket, 'close'), changed('box')]);
  expect(socket.readyState).toBe(socket.CLOSED);
});

test('notes activity once a minute, and not for the keep-alives of an open tab', async () => {
  const cookie = await ticket();
  await get('/headers', { headers: { cookie } });
  await get('/headers', { headers: { cookie } });
  const mine = `${person.userId} ${target.workspaceId}`;
  expect(directory.activity).toEqual([mine]);
  const socket = await opened(socketTo('/', { Cookie: cookie, Origin: `http://${HOST}` }));
  dependencies.clock.advance(61_000);
  const echo = once(socket, 'message');
  socket.send(Buffer.alloc(13));
  await echo;
  expect(directory.activity).toEqual([mine]);
  const typed = once(socket, 'message');
  socket.send(Buffer.alloc(300));
  await typed;
  expect(directory.activity).toEqual([mine, mine]);
  socket.terminate();
});

test('brings the web IDE, its page and its WebSocket', async () => {
  const cookie = await ticket(IDE_HOST);
  let page = await get('/', { host: IDE_HOST, headers: { ...NAVIGATION, cookie } });
  if (page.status === 302) {
    const next = new URL(page.headers.location!, `http://${IDE_HOST}/`);
    page = await get(next.pathname + next.search, { host: IDE_HOST, headers: { ...NAVIGATION, cookie } });
  }
  expect(page.status).toBe(200);
  expect(page.body).toContain('vscode-workbench-web-configuration');
  const base = /data-settings="[^"]*remoteAuthority[^"]*/.test(page.body);
  expect(base).toBe(true);
  const quality = /(stable|oss)-[0-9a-f]{40}/.exec(page.body)?.[0];
  const url = `/${quality}?reconnectionToken=${newId()}&reconnection=false&skipWebSocketFrames=false`;
  const socket = await opened(socketTo(url, { Cookie: cookie, Origin: `http://${IDE_HOST}` }, IDE_HOST));
  socket.terminate();
});
