import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { createStage, NAVIGATION, type Stage } from './local-stage.ts';

const CHROMIUM = '/usr/bin/chromium';

let stage: Stage;
let cookie: string;
let answers: Record<string, string | string[]>;

beforeAll(async () => {
  stage = await createStage({ domain: 'workspaces.slipway.test' });
  const program = createServer((request, response) => {
    response.writeHead(200, answers);
    response.end(JSON.stringify(request.headers));
  });
  await Promise.all([
    stage.serve(3000, program),
    stage.serve(
      7080,
      createServer((request, response) => response.end(JSON.stringify(request.headers))),
    ),
  ]);
  cookie = await stage.ticket(stage.web);
  answers = {};
});
afterAll(() => stage?.close());
afterEach(async () => {
  answers = {};
  await stage.change({ passHost: [], otherPorts: [] });
});

const seen = async (headers: Record<string, string> = {}, host = stage.web, method = 'GET') => {
  const { status, body } = await stage.get(host, '/', {
    method,
    headers: { cookie: host === stage.web ? cookie : await stage.ticket(host), ...headers },
  });
  expect(status).toBe(200);
  return JSON.parse(body) as Record<string, string>;
};
const answered = async (said: Record<string, string | string[]>, headers: Record<string, string> = {}) => {
  answers = said;
  return (await stage.get(stage.web, '/', { headers: { cookie, ...headers } })).headers;
};

describe('the program of an http port', () => {
  test('is asked as localhost, and told what people typed', async () => {
    expect(await seen()).toMatchObject({
      host: 'localhost:3000',
      'x-forwarded-host': stage.web,
      'x-forwarded-proto': 'http',
      'x-forwarded-port': String(stage.port),
      'x-forwarded-for': '127.0.0.1',
    });
  });

  test('finds its own Origin and Referer to be its Host, and those of others as they are', async () => {
    const own = await seen(
      { origin: `http://${stage.web}`, referer: `http://${stage.web}/a?slipway_share=secret&b=1` },
      stage.web,
      'POST',
    );
    expect(own).toMatchObject({ origin: 'http://localhost:3000', referer: 'http://localhost:3000/a?b=1' });
    const sibling = { origin: `http://${stage.api}`, referer: `http://${stage.api}/` };
    expect(await seen(sibling, stage.web, 'POST')).toMatchObject(sibling);
  });

  test.each([
    ['location', 'http://localhost:3000/a?b#c', 'http://WEB/a?b#c'],
    ['location', 'http://127.0.0.1:3000', 'http://WEB'],
    ['location', '//[::1]:3000/x', 'http://WEB/x'],
    ['location', 'https://LOCALHOST:3030/x', 'http://API/x'],
    ['content-location', 'http://0.0.0.0:3000/x', 'http://WEB/x'],
    ['refresh', '5; url=http://localhost:3000/x', '5; url=http://WEB/x'],
    ['refresh', "0;URL='http://localhost:3000/x'", "0;URL='http://WEB/x'"],
    // Not what people reach through the gateway: a program's sign-in sends them to their own machine.
    ['location', 'http://localhost:54321/callback', 'http://localhost:54321/callback'],
    ['location', 'http://localhost:3000.evil.example/', 'http://localhost:3000.evil.example/'],
    ['location', '/login?next=http://localhost:3000/', '/login?next=http://localhost:3000/'],
    ['refresh', '5', '5'],
  ])('speaks of itself outside by the address outside: %s %s', async (name, said, heard) => {
    const headers = await answered({ [name]: said });
    expect(headers[name]).toBe(heard.replace('WEB', stage.web).replace('API', stage.api));
  });

  test('speaks so of any other port that somebody has used', async () => {
    await stage.change({ otherPorts: [54321] });
    const outside = `http://${stage.web.replace('-3000', '-54321')}/callback`;
    expect((await answered({ location: 'http://localhost:54321/callback' })).location).toBe(outside);
  });

  test('may set cookies for localhost, which become those of its host, and none above it', async () => {
    const set = [
      'a=1; Domain=localhost; Path=/',
      'b=1; domain=.LOCALHOST',
      'c=1; Domain=127.0.0.1; Secure',
      'd=1; Domain=slipway.test',
    ];
    expect((await answered({ 'set-cookie': set }))['set-cookie']).toEqual(['a=1; Path=/', 'b=1', 'c=1; Secure']);
  });

  test('allows the page that it calls http://localhost:3030, and still its reader’s own machine', async () => {
    const said = { 'access-control-allow-origin': 'http://localhost:3030' };
    const here = await answered(said, { origin: `http://${stage.api}` });
    expect(here['access-control-allow-origin']).toBe(`http://${stage.api}`);
    expect((await answered(said))['access-control-allow-origin']).toBe('http://localhost:3030');
  });

  test('sees the host that people type when its port is set to that, at once', async () => {
    await stage.change({ passHost: [3000] });
    const origin = { origin: `http://${stage.web}` };
    expect(await seen(origin, stage.web, 'POST')).toMatchObject({
      host: stage.web,
      'x-forwarded-host': stage.web,
      ...origin,
    });
    expect((await answered({ location: 'http://localhost:3000/' })).location).toBe('http://localhost:3000/');
  });

  test('is not the web IDE, which compares the host with what people type', async () => {
    expect(await seen({ origin: `http://${stage.ide}` }, stage.ide, 'POST')).toMatchObject({
      host: stage.ide,
      origin: `http://${stage.ide}`,
    });
  });
});

describe('a development server', () => {
  let folder: string;
  let vite: ViteDevServer;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-vite-'));
    await writeFile(
      path.join(folder, 'index.html'),
      '<title>Vite</title><script type="module" src="/main.js"></script>',
    );
    await writeFile(path.join(folder, 'main.js'), "document.title = 'first';\nimport.meta.hot.accept();\n");
    const port = await freePort();
    vite = await createVite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { port, host: '127.0.0.1', strictPort: true },
    });
    await vite.listen();
    stage.lead(3030, port);
    browser = await chromium.launch({
      ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
      args: ['--no-sandbox', '--host-resolver-rules=MAP *.slipway.test 127.0.0.1'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await vite?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('of Vite serves its page on a real domain, and changes it over its WebSocket', async () => {
    await stage.change({ ports: { 3000: 'http', 3030: 'http' } });
    const [name = '', value = ''] = (await stage.ticket(stage.api)).split('=');
    const context = await browser.newContext();
    await context.addCookies([{ name, value, domain: stage.api.split(':')[0], path: '/' }]);
    const page = await context.newPage();
    const connected = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
    expect((await page.goto(`http://${stage.api}/`))?.status()).toBe(200);
    await connected;
    await expect.poll(() => page.title()).toBe('first');
    await writeFile(path.join(folder, 'main.js'), "document.title = 'second';\nimport.meta.hot.accept();\n");
    await expect.poll(() => page.title()).toBe('second');
    await context.close();
  });

  test('of Vite refuses the address that people type, so that the choice has a sense', async () => {
    const ask = { headers: { ...NAVIGATION, cookie: await stage.ticket(stage.api) } };
    expect((await stage.get(stage.api, '/', ask)).status).toBe(200);
    await stage.change({ passHost: [3030] });
    expect((await stage.get(stage.api, '/', ask)).status).toBe(403);
  });
});
