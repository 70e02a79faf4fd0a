import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { GatewayTarget } from '#server/gateway/directory.ts';
import { createHttpGateway, type HttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { HOUR } from '#server/platform/clock.ts';
import { hashToken, newId, newToken } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { freePort } from '#tests/support/free-port.ts';
import { background, engines, listening, startContainer, type TestContainer } from './container.ts';
import { MemoryDirectory } from './memory-directory.ts';

const PORT = await freePort();
const UI = 'http://localhost:15401';
const IDE = 'box.workspaces.localhost';
const WEB = 'box-3000.workspaces.localhost';
const API = 'box-3030.workspaces.localhost';
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

let dependencies: TestDependencies;
let directory: MemoryDirectory;
let http: HttpGateway;
let box: TestContainer;
const here = newId();
const session = (organizationId = here) => ({ userId: newId(), organizationId, sessionId: newId() });
/** May open the workspace; is a member of its organization and may not; is of another organization. */
const [person, colleague, outsider] = [session(), session(), session(newId())];

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
  await http.listen(PORT, '127.0.0.1');
  box = await startContainer();
  const program = readFileSync(path.join(import.meta.dirname, 'inside-server.mjs'), 'utf8');
  const ports = [7080, 3000, 3030];
  for (const port of ports) {
    await background(box.id, ['env', `PORT=${port}`, 'node', '--input-type=module', '-e', program]);
  }
  await Promise.all(ports.map((port) => listening(box.id, port)));
});
afterAll(async () => {
  await http?.close();
  await box?.remove();
  await dependencies?.close();
});
beforeEach(async () => {
  const target = directory.add('box', box.id, here);
  directory.rights.add(`${person.userId} ${target.workspaceId}`);
  for (const { userId, organizationId, sessionId } of [person, colleague, outsider]) {
    directory.sessions.add(sessionId);
    directory.members.add(`${userId} ${organizationId}`);
  }
  directory.activity.length = 0;
  await show({});
});

/** Sets who may visit which port, and waits until the gateway must have heard: its answers come in order. */
async function show(visitors: GatewayTarget['visitors'], change: Partial<GatewayTarget> = {}): Promise<void> {
  directory.change('box', { ports: { 3000: 'http', 3030: 'http' }, visitors, ...change });
  const heard = Promise.withResolvers<void>();
  const stop = await dependencies.bus.listen('workspace_changed', () => heard.resolve());
  const { workspaceId: id, organizationId } = directory.targets.get('box')!;
  await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id, slug: 'box', organizationId });
  await heard.promise;
  await stop();
}

/** Opens port 3000 to a public link. */
async function share(endsAt = new Date(dependencies.clock.now().getTime() + HOUR)): Promise<string> {
  const token = newToken();
  await show({ 3000: { kind: 'link', tokenHash: hashToken(token), endsAt } });
  return token;
}

async function get(host: string, url: string, headers: Record<string, string> = {}, method = 'GET') {
  const to = { port: PORT, host: '127.0.0.1', path: url, method };
  const request = send({ ...to, headers: { ...headers, host: `${host}:${PORT}` } });
  request.end();
  const [response] = await once(request, 'response');
  return { status: response.statusCode as number, headers: response.headers, body: await text(response) };
}

const open = (whose: ReturnType<typeof session>, host: string) =>
  openWorkspace({ ...dependencies, directory }, whose, { host, path: '/' });

/** The Cookie header of a browser that was let in there after the sign-in. */
async function ticket(whose: ReturnType<typeof session>, host: string): Promise<string> {
  const { pathname, search } = new URL((await open(whose, host)).headers.get('location')!);
  return (await get(host, pathname + search, NAVIGATION)).headers['set-cookie']![0]!.split(';')[0]!;
}

/** The Cookie header of a browser that followed a public link. */
async function follow(token: string): Promise<string> {
  const taken = await get(WEB, `/?slipway_share=${token}`, NAVIGATION);
  return taken.headers['set-cookie']![0]!.split(';')[0]!;
}

async function socketAt(host: string, cookie: string): Promise<WebSocket> {
  const headers = { host: `${host}:${PORT}`, cookie };
  const socket = new WebSocket(`ws://127.0.0.1:${PORT}/`, { headers, origin: `http://${host}:${PORT}` });
  await once(socket, 'open');
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('hello');
  return socket;
}

describe('a private port', () => {
  test('is open to those who may open the workspace, and to nobody else', async () => {
    expect((await get(WEB, '/headers', { cookie: await ticket(person, WEB) })).status).toBe(200);
    expect(directory.activity).toHaveLength(1);
    expect((await open(colleague, WEB)).status).toBe(403);
    expect((await open(outsider, WEB)).status).toBe(404);
    expect((await get(WEB, `/headers?slipway_share=${newToken()}`)).status).toBe(403);
  });
});

describe('a port that its organization may visit', () => {
  test('is open to its members, whose visits keep nothing awake; not to others, and nothing else is', async () => {
    await show({ 3000: { kind: 'organization' } });
    const cookie = await ticket(colleague, WEB);
    expect((await get(WEB, '/headers', { cookie })).status).toBe(200);
    expect(directory.activity).toEqual([]);
    for (const host of [API, IDE]) {
      expect((await get(host, '/headers', { cookie })).status).toBe(401);
      expect((await open(colleague, host)).status).toBe(403);
    }
    expect((await open(outsider, WEB)).status).toBe(404);
    expect((await get(WEB, '/headers')).status).toBe(401);
    directory.members.delete(`${colleague.userId} ${here}`);
    await dependencies.bus.notify(dependencies.db, 'access_changed', { reason: 'test' });
    await expect.poll(async () => (await get(WEB, '/headers', { cookie })).status).toBe(403);
  });

  test('cuts its visitors when it is private again, and not those who may open the workspace', async () => {
    await show({ 3000: { kind: 'organization' } });
    const theirs = await socketAt(WEB, await ticket(colleague, WEB));
    const own = await socketAt(WEB, await ticket(person, WEB));
    const closed = once(theirs, 'close');
    await show({});
    await closed;
    own.send('still here');
    expect(String((await once(own, 'message'))[0])).toBe('still here');
    own.terminate();
  });

  test('says that it is asleep, and is not woken', async () => {
    await show({ 3000: { kind: 'organization' } });
    const cookie = await ticket(colleague, WEB);
    await show({ 3000: { kind: 'organization' } }, { status: 'Offline' });
    const page = await get(WEB, '/', { ...NAVIGATION, cookie });
    expect([page.status, page.body]).toEqual([503, expect.stringContaining('This workspace is asleep')]);
    expect(directory.woken).toEqual([]);
  });
});

describe('a public link', () => {
  test('becomes a cookie of its host, and the container sees neither; search engines keep out', async () => {
    const token = await share();
    const taken = await get(WEB, `/headers?a=1&slipway_share=${token}&b=2`, NAVIGATION);
    expect(taken.status).toBe(302);
    expect(taken.headers.location).toBe(`http://${WEB}:${PORT}/headers?a=1&b=2`);
    expect(taken.headers['set-cookie']).toEqual([
      `slipway_share=${token}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`,
    ]);
    const cookie = `mine=1; slipway_share=${token}`;
    const seen = await get(WEB, '/headers', { cookie });
    expect([seen.status, seen.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
    expect(seen.body).toContain('mine=1');
    expect(seen.body).not.toContain('slipway_share');
    expect(seen.body).not.toContain(token);
    // What is sent to the link itself arrives without the token.
    const sent = await get(WEB, `/url?slipway_share=${token}&a=1`, { cookie }, 'POST');
    expect([sent.status, sent.body]).toEqual([200, '/url?a=1']);
    expect(directory.activity).toEqual([]);
  });

  test('is good for its port only', async () => {
    const token = await share();
    const cookie = await follow(token);
    for (const host of [API, IDE]) {
      expect((await get(host, '/headers', { cookie })).status).not.toBe(200);
      const followed = await get(host, `/headers?slipway_share=${token}`, NAVIGATION);
      expect(followed.headers['set-cookie']).toBeUndefined();
      expect(String(followed.headers.location)).not.toContain(token);
    }
    const inside = await get(IDE, `/url?slipway_share=${token}`, { cookie: await ticket(person, IDE) });
    expect([inside.status, inside.body]).toEqual([200, '/url']);
    expect((await get(WEB, '/headers')).status).toBe(401);
    const from = { origin: `http://other-3000.workspaces.localhost:${PORT}`, 'sec-fetch-site': 'same-site' };
    expect((await get(WEB, '/headers', { cookie, ...from })).status).toBe(401);
  });

  test('cuts off at once when it is ended or made anew, WebSockets too', async () => {
    const token = await share();
    const cookie = await follow(token);
    const socket = await socketAt(WEB, cookie);
    const closed = once(socket, 'close');
    await share();
    await closed;
    expect((await get(WEB, '/headers', { cookie })).status).toBe(403);
    const page = await get(WEB, `/x?slipway_share=${token}`, NAVIGATION);
    expect([page.status, page.body]).toEqual([403, expect.stringContaining('This link has expired')]);
    expect(page.body).not.toContain(token);
  });

  test('ends by itself, WebSockets too', async () => {
    const token = await share();
    const cookie = await follow(token);
    dependencies.clock.advance(HOUR);
    expect((await get(WEB, '/headers', { cookie })).status).toBe(403);
    expect((await get(WEB, `/?slipway_share=${token}`, NAVIGATION)).status).toBe(403);
    const short = await share(new Date(dependencies.clock.now().getTime() + 1500));
    const headers = { host: `${WEB}:${PORT}`, cookie: await follow(short) };
    const socket = new WebSocket(`ws://127.0.0.1:${PORT}/`, { headers, origin: `http://${WEB}:${PORT}` });
    await Promise.all([once(socket, 'open'), once(socket, 'close')]);
  });

  test('lets those who may open the workspace go on as themselves after its end', async () => {
    const token = await share();
    await show({});
    const cookie = await ticket(person, WEB);
    const page = await get(WEB, `/x?slipway_share=${token}`, { ...NAVIGATION, cookie });
    expect([page.status, page.headers.location]).toEqual([302, `http://${WEB}:${PORT}/x`]);
  });

  test('says that the workspace is asleep, and does not wake it', async () => {
    const token = await share();
    const cookie = await follow(token);
    await show(directory.targets.get('box')?.visitors, { status: 'Offline' });
    const page = await get(WEB, '/', { ...NAVIGATION, cookie });
    expect([page.status, page.body]).toEqual([503, expect.stringContaining('This workspace is asleep')]);
    expect(page.headers['x-robots-tag']).toContain('noindex');
    expect([directory.woken, directory.activity]).toEqual([[], []]);
  });
});
