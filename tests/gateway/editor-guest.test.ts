import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { chromium } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { HOUR } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createStage, NAVIGATION, type Stage } from './local-stage.ts';

const CHROMIUM = '/usr/bin/chromium';
const WORKBENCH = `<!DOCTYPE html><html><head><meta id="vscode-workbench-web-configuration" data-settings="{}"></head>
<body><div class="monaco-workbench"><div class="part statusbar"><div class="left-items"></div></div></div></body></html>`;

let stage: Stage;
let guest: Stage['person'];
let workspaceId: string;
const owner = newId();

beforeAll(async () => {
  stage = await createStage();
  const ide = createServer((request, response) => {
    if (request.url === '/slow') return void response.writeHead(200).write('first');
    response.writeHead(200, { 'content-type': 'text/html' }).end(WORKBENCH);
  });
  ide.on('upgrade', (_request, socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhere'),
  );
  await stage.serve(7080, ide);
  await stage.serve(
    3000,
    createServer((_, response) => response.end('program')),
  );
  await stage.change({ ideOf: 'Shop' });
  workspaceId = stage.directory.targets.get('box')!.workspaceId;
});
afterAll(() => stage?.close());
beforeEach(async () => {
  guest = { userId: newId(), organizationId: stage.person.organizationId, sessionId: newId() };
  stage.directory.sessions.add(guest.sessionId);
  await share();
});

/** Shares VS Code with the guest, or ends it; the gateway has heard of it. */
async function share(shareId: string | null = newId()): Promise<void> {
  const { directory, dependencies } = stage;
  const key = `${guest.userId} ${workspaceId}`;
  const endsAt = new Date(dependencies.clock.now().getTime() + HOUR);
  if (shareId) directory.guests.set(key, { shareId, ownerId: owner, endsAt });
  else directory.guests.delete(key);
  const heard = Promise.withResolvers<void>();
  const stop = await dependencies.bus.listen('editor_shares_changed', () => heard.resolve());
  await dependencies.bus.notify(dependencies.db, 'editor_shares_changed', { workspaceId });
  await heard.promise;
  await stop();
}
const visit = (cookie: string, url = '/file', host = stage.ide) =>
  stage.get(host, url, { headers: { ...NAVIGATION, cookie } });
/** The bytes of a connection, and when the gateway ended it. */
function hold(cookie: string, url: string, more = '') {
  const socket = connect(stage.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${url} HTTP/1.1\r\nHost: ${stage.ide}\r\nCookie: ${cookie}\r\n${more}\r\n`);
  return { first: once(socket, 'data'), ended: once(socket, 'close') };
}
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const upgrade = (cookie: string) => hold(cookie, '/ws', `${UPGRADE}Origin: http://${stage.ide}\r\n`);

test('a guest comes into VS Code with a ticket of their own, and nowhere else', async () => {
  const cookie = await stage.ticket(stage.ide, guest);
  const came = stage.directory.guests.get(`${guest.userId} ${workspaceId}`)!.shareId;
  expect(stage.directory.entered).toContain(came);
  expect((await visit(cookie)).body).toContain('monaco-workbench');
  expect((await visit(cookie, '/', stage.web)).status).toBe(302);
  for (const host of [stage.web, stage.api]) {
    const asked = { host: host.split(':')[0], path: '/' };
    const way = await openWorkspace({ ...stage.dependencies, directory: stage.directory }, guest, asked);
    expect(way.status).toBe(403);
  }
  expect((await visit(cookie, '/proxy/3000/')).headers.location).toBe(`http://${stage.web}/`);
});

test('once it ends, what is open is cut, and the ticket and a code on its way are worth nothing', async () => {
  const { directory, dependencies } = stage;
  const cookie = await stage.ticket(stage.ide, guest);
  const asked = { host: stage.ide.split(':')[0], path: '/' };
  const way = await openWorkspace({ ...dependencies, directory }, guest, asked);
  const open = [hold(cookie, '/slow'), upgrade(cookie)];
  await Promise.all(open.map(({ first }) => first));
  expect([...stage.http.guests().values()]).toEqual([1]);
  await share(null);
  await Promise.all(open.map(({ ended }) => ended));
  expect(stage.http.guests().size).toBe(0);
  const page = await visit(cookie);
  expect([page.status, page.body]).toEqual([403, expect.stringContaining('VS Code is no longer shared with you')]);
  const { pathname, search } = new URL(way.headers.get('location')!);
  const late = await visit('', pathname + search);
  expect((await visit(String(late.headers['set-cookie']).split(';')[0]!)).status).toBe(403);
  // Shared anew, the old ticket still opens nothing: the browser gets another one.
  await share();
  expect((await visit(cookie)).headers.location).toContain('/open?');
  expect((await visit(await stage.ticket(stage.ide, guest))).status).toBe(200);
});

test('it ends at its time, for what is open and what comes later', async () => {
  const cookie = await stage.ticket(stage.ide, guest);
  const known = stage.directory.guests.get(`${guest.userId} ${workspaceId}`)!;
  await visit(cookie);
  known.endsAt = new Date(stage.dependencies.clock.now().getTime());
  expect((await visit(cookie)).status).toBe(403);
  known.endsAt = new Date(stage.dependencies.clock.now().getTime() + 50);
  const open = upgrade(cookie);
  await open.ended;
});

test('tickets of a guest and of a person who may open the workspace are not interchangeable', async () => {
  const { directory } = stage;
  const right = `${guest.userId} ${workspaceId}`;
  const asGuest = await stage.ticket(stage.ide, guest);
  directory.rights.add(right);
  await share();
  expect((await visit(asGuest)).headers.location).toContain('/open?');
  const asPerson = await stage.ticket(stage.ide, guest);
  directory.rights.delete(right);
  await stage.dependencies.bus.notify(stage.dependencies.db, 'access_changed', { reason: 'test' });
  await share();
  expect((await visit(asPerson)).headers.location).toContain('/open?');
});

test('a guest wakes what is asleep by the rights of whose workspace it is', async () => {
  const cookie = await stage.ticket(stage.ide, guest);
  await stage.change({ status: 'Offline', asleep: true });
  const { directory } = stage;
  directory.wokenBy.length = 0;
  await visit(cookie);
  expect(directory.wokenBy).toEqual([owner]);
  await stage.change({ status: 'Active', asleep: false });
});

test('VS Code says whose it is and who is there, and the page of a guest that it has ended', async () => {
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  });
  const [name = '', value = ''] = (await stage.ticket(stage.ide, guest)).split('=');
  const context = await browser.newContext();
  await context.addCookies([{ name, value, domain: stage.ide.split(':')[0], path: '/' }]);
  const page = await context.newPage();
  await page.goto(`http://${stage.ide}/`);
  await page.getByText('Shared by Ada · Here: Pia').waitFor();
  expect(await page.getByRole('link', { name: 'Slipway' }).getAttribute('href')).toBe(
    'http://localhost:15777/workspaces',
  );
  await share(null);
  await page.getByRole('heading', { name: 'VS Code is no longer shared with you' }).waitFor();
  expect(await page.getByText('Ask the person whose workspace it is').isVisible()).toBe(true);
  await browser.close();
});
