import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStage, NAVIGATION, type Stage } from './local-stage.ts';

const CHROMIUM = '/usr/bin/chromium';
/** VS Code's own placeholder in a title, too. */
const NAME = `Kai's <b> & "$` + '{appName}"';
/** As VS Code's own pages have it. */
const POLICY = "default-src 'self'; script-src 'self' 'nonce-1'; style-src 'self' 'unsafe-inline'";
const WORKBENCH = `<!DOCTYPE html><html><head><meta id="vscode-workbench-web-configuration" data-settings="{&quot;remoteAuthority&quot;:&quot;here&quot;}"></head>
<body aria-label=""></body><script nonce="1" type="module">
const { settings } = document.getElementById('vscode-workbench-web-configuration').dataset;
window.settings = JSON.parse(settings);
window.go = () => { document.title = 'app.js'; document.body.insertAdjacentHTML('beforeend',
'<div class="monaco-workbench"><div class="part statusbar"><div class="left-items"></div></div></div>'); };
document.body.dataset.ready = '';
</script></html>`;
const FOLDER = '/?folder=/home/dev/project';
const OPENED = { ...NAVIGATION, 'accept-encoding': 'gzip', 'if-none-match': '"1"' };

const sendsWorkbench: RequestListener = (request, response) => {
  if (request.url === '/healthz') return void response.end('{}');
  if (request.url === '/') return void response.writeHead(302, { location: FOLDER }).end();
  const headers = { 'content-type': 'text/html', 'content-security-policy': POLICY, etag: '"1"' };
  if (request.headers['if-none-match']) return void response.writeHead(304, headers).end();
  if (!request.headers['accept-encoding']) return void response.writeHead(200, headers).end(WORKBENCH);
  response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(WORKBENCH));
};

let stage: Stage;
let browser: Browser;
let cookie: string;
let listens: number;
let answer: RequestListener;

beforeAll(async () => {
  stage = await createStage();
  const ide = createServer((request, response) => answer(request, response));
  ide.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhere'),
  );
  listens = await stage.serve(7080, ide);
  await stage.change({ ideOf: NAME });
  cookie = await stage.ticket(stage.ide);
  browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  });
});
beforeEach(() => {
  answer = sendsWorkbench;
  stage.directory.preferences = { theme: null, locale: null };
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

async function newTab(colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ colorScheme });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, domain: stage.ide.split(':')[0], path: '/' }]);
  return context.newPage();
}

/** VS Code's page has come, with nothing in it yet. */
const ready = (page: Page) => page.locator('body[data-ready]').waitFor({ state: 'attached' });

test('a page of ours is there before VS Code answers, and stays until it has loaded', async () => {
  stage.lead(7080, 0);
  const page = await newTab();
  await page.goto(`http://${stage.ide}/`);
  expect(await page.title()).toBe(`${NAME} · Slipway`);
  expect(await page.getByRole('heading').textContent()).toBe(`Opening ${NAME}`);
  await page.getByText("VS Code isn't answering yet.").waitFor();
  stage.lead(7080, listens);
  await ready(page);
  expect(new URL(page.url()).search).toBe('?folder=/home/dev/project');
  expect(await page.title()).toBe(`${NAME} · Slipway`);
  expect(await page.getByRole('heading').textContent()).toBe(`Opening ${NAME}`);
  await page.evaluate('window.go()');
  const back = page.getByRole('link', { name: 'Slipway' });
  await back.waitFor();
  expect(await page.locator('#slipway-opening').count()).toBe(0);
  const { workspaceId } = stage.directory.targets.get('box')!;
  expect(await back.getAttribute('href')).toBe(`http://localhost:15777/workspaces/edit/${workspaceId}`);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['slipway_ticket']);
  await page.context().close();
});

test('it is there before a sleeping workspace wakes, and wakes it', async () => {
  await stage.change({ status: 'Offline', asleep: true });
  const { directory } = stage;
  const woken: string[] = [];
  directory.wake = async (id) => {
    woken.push(id);
    directory.change('box', { status: 'Active', asleep: false });
    return { ok: true };
  };
  const sleeping = await stage.get(stage.ide, FOLDER, { headers: { ...NAVIGATION, cookie } });
  expect(sleeping.body).toContain('<li aria-current="step">Waking the workspace</li><li>Loading VS Code</li>');
  expect(woken).toEqual([]);
  const page = await newTab();
  await page.goto(`http://${stage.ide}${FOLDER}`);
  await ready(page);
  expect(woken).toEqual([directory.targets.get('box')!.workspaceId]);
  await page.context().close();
});

test.each([
  ['dark', 'light', 'Dark Modern'],
  ['light', 'dark', 'Light Modern'],
  ['auto', 'dark', 'Dark Modern'],
  [null, 'light', 'Light Modern'],
] as const)('with our theme %s and the system’s %s, VS Code has %s by default', async (theme, system, expected) => {
  stage.directory.preferences = { theme, locale: 'de' };
  const page = await newTab(system);
  await page.goto(`http://${stage.ide}/`);
  await ready(page);
  expect(await page.getByRole('heading').textContent()).toBe(`${NAME} wird geöffnet`);
  const settings = await page.evaluate<{ configurationDefaults: Record<string, string> }>('window.settings');
  const isDark = expected.startsWith('Dark');
  expect(settings).toMatchObject({
    remoteAuthority: 'here',
    configurationDefaults: { 'workbench.colorTheme': expected },
    initialColorTheme: { themeType: isDark ? 'dark' : 'light' },
  });
  expect(settings.configurationDefaults['window.title']).toMatch(/^Kai's <b> & "\$ \{appName\}"\$\{separator\}/);
  const scheme = await page
    .locator('#slipway-opening')
    .evaluate('document.querySelector("#slipway-opening").computedStyleMap().get("color-scheme").toString()');
  expect(scheme).toBe(isDark ? 'dark' : 'light');
  await page.context().close();
});

test('the cover leaves by itself, with and without its script', async () => {
  const page = await newTab();
  await page.clock.install();
  await page.goto(`http://${stage.ide}/`);
  await ready(page);
  await page.clock.fastForward(20_000);
  await page.getByText('This is taking longer than usual.').waitFor();
  await page.clock.fastForward(45_000);
  expect(await page.locator('#slipway-opening').count()).toBe(0);

  answer = (request, response) => {
    if (request.url === '/healthz') return void response.end();
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'nonce-1'" });
    response.end(WORKBENCH);
  };
  await page.goto(`http://${stage.ide}/`);
  await ready(page);
  const cover = page.locator('#slipway-opening');
  expect(await cover.isVisible()).toBe(true);
  await page.evaluate('document.querySelector("#slipway-opening").getAnimations().forEach((each) => each.finish())');
  expect(await cover.isVisible()).toBe(false);
  expect(await page.evaluate('document.elementFromPoint(50, 50).id')).toBe('');
  await page.context().close();
});

test('a page of VS Code that is covered is kept by nobody', async () => {
  const headers = { ...OPENED, cookie: `${cookie}; slipway_opened=1` };
  const page = await stage.get(stage.ide, FOLDER, { headers });
  expect(page.body.replace(/<title>.*<\/title>|<style>[\s\S]*<\/div><script.*?<\/script>/g, '')).toBe(WORKBENCH);
  expect(page).toMatchObject({ status: 200, headers: { 'content-security-policy': POLICY } });
  expect(page.headers['content-length']).toBe(String(Buffer.byteLength(page.body)));
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers.etag).toBe(undefined);
});

const BIG = WORKBENCH + ' '.repeat(1024 * 1024);
test.each([
  ['without what we configure', 'text/html', 'no config'.padEnd(999)],
  ['too large', 'text/html', BIG],
  ['in another charset', 'text/html; charset=iso-8859-1', WORKBENCH],
  ['that isn’t html', 'text/plain', WORKBENCH],
  ['compressed unasked', 'text/html', gzipSync(WORKBENCH), { 'content-encoding': 'gzip' }],
  ['that isn’t what it says', 'text/html', Buffer.concat([Buffer.from(WORKBENCH), Buffer.from([0xff])])],
] as [string, string, string | Buffer, Record<string, string>?][])('a page %s stays as it is', async (...row) => {
  const [, type, body, more = {}] = row;
  const bytes = Buffer.from(body);
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': type, etag: '"1"', 'content-length': bytes.length, ...more }).end(bytes);
  };
  const head = `Host: ${stage.ide}\r\nCookie: ${cookie}; slipway_opened=1\r\nConnection: close\r\n`;
  const said = await stage.raw(`GET ${FOLDER} HTTP/1.1\r\n${head}Accept: text/html\r\n\r\n`);
  const [headers = ''] = said.split('\r\n\r\n', 1);
  expect(said.slice(headers.length + 4) === bytes.toString('latin1')).toBe(true);
  expect(headers).toMatch(/^HTTP\/1.1 200 /);
  expect(headers).toContain(`\r\ncontent-type: ${type}\r\netag: "1"\r\ncontent-length: ${bytes.length}`);
});

test('a page that breaks off is said to be broken', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 9999 }).write(WORKBENCH);
    setImmediate(() => response.destroy());
  };
  const page = await stage.get(stage.ide, FOLDER, {
    headers: { ...NAVIGATION, cookie: `${cookie}; slipway_opened=1` },
  });
  expect(page.status).toBe(502);
});

test('what isn’t a person’s tab gets what the container sends', async () => {
  const ask = (headers: Record<string, string>, url = FOLDER, method = 'GET') =>
    stage.get(stage.ide, url, { headers: { cookie, ...headers }, method });
  expect((await ask({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  expect((await ask({ 'if-none-match': '"1"' })).status).toBe(304);
  expect((await ask({}, '/')).status).toBe(302);
  expect((await ask(OPENED, FOLDER, 'HEAD')).status).toBe(304);
  expect((await ask({ ...OPENED, 'sec-fetch-dest': 'iframe' })).status).toBe(304);
  expect((await ask({ ...OPENED, 'sec-purpose': 'prefetch' })).status).toBe(304);
  expect((await ask(OPENED, '/static/index.html')).status).toBe(304);
  const socket = await stage.raw(
    `GET / HTTP/1.1\r\nHost: ${stage.ide}\r\nCookie: ${cookie}\r\nOrigin: http://${stage.ide}\r\nAccept: text/html\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  expect(socket).toMatch(/^HTTP\/1.1 101 .*here$/s);
  await stage.change({ ideOf: undefined });
  expect((await ask(NAVIGATION, '/')).status).toBe(302);
  await stage.change({ ideOf: NAME });
  const [kept = ''] = /\/\.slipway\/opening\.js[^"]*/.exec((await ask(NAVIGATION)).body) ?? [];
  const script = await ask({}, kept);
  expect(script.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(await ask({}, '/.slipway/opening.js?older')).toMatchObject({
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    body: script.body,
  });
  const stranger = await stage.get(stage.ide, FOLDER, { headers: NAVIGATION });
  expect(stranger.headers.location).toMatch(/^http:\/\/localhost:15777\/open\?/);
});
