import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createStage, type Stage } from './local-stage.ts';

const CHROMIUM = '/usr/bin/chromium';

let stage: Stage;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What reached the API: method, and whether a body or a cookie came along. */
let heard: string[];

beforeAll(async () => {
  stage = await createStage({ domain: 'workspaces.slipway.test' });
  const front = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>front</title>');
  });
  const api = createServer((request, response) => {
    heard.push(`${request.method}${request.headers.cookie ? ' cookie' : ''}`);
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Methods', 'GET, PUT');
    response.setHeader('Access-Control-Allow-Headers', 'content-type');
    response.setHeader('X-Secret', 'inside');
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end(request.url === '/picture.svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : 'from the api');
  });
  await Promise.all([stage.serve(3000, front), stage.serve(3030, api)]);
  browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.slipway.test 127.0.0.1'],
  });
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});
afterEach(() => context?.close());

/** A browser in which these hosts were opened after the sign-in, on the page of port 3000. */
async function open(hosts: string[]): Promise<void> {
  heard = [];
  context = await browser.newContext();
  for (const host of hosts) {
    const [name = '', value = ''] = (await stage.ticket(host)).split('=');
    const domain = host.split(':')[0] ?? '';
    await context.addCookies([{ name, value, domain, path: '/', httpOnly: true, sameSite: 'Lax' }]);
  }
  page = await context.newPage();
  await page.goto(`http://${stage.web}/`);
}

type Options = Pick<RequestInit, 'credentials' | 'mode' | 'method'> & {
  headers?: Record<string, string>;
  body?: string;
};

/** `fetch` in the page: status and body, or the error that the page gets. */
const fetchFrom = (url: string, options: Options) =>
  page.evaluate(
    async ([to, how]) => {
      try {
        const response = await fetch(to, how);
        return `${response.status} ${await response.text()}`;
      } catch (error) {
        return String(error);
      }
    },
    [url, options] as const,
  );
const json = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };

describe('in a browser, the page of one port', () => {
  test('calls the API on another with the person’s ticket, simple requests and others', async () => {
    await open([stage.web, stage.api]);
    expect(await fetchFrom(`http://${stage.api}/`, { credentials: 'include' })).toBe('200 from the api');
    expect(await fetchFrom(`http://${stage.api}/`, { credentials: 'include', ...json })).toBe('200 from the api');
    expect(heard).toEqual(['GET', 'OPTIONS', 'PUT']);
  });

  test('shows pictures of another, which come without an Origin', async () => {
    await open([stage.web, stage.api]);
    const shown = await page.evaluate(
      (src) =>
        new Promise((resolve) =>
          Object.assign(new Image(), { onload: () => resolve(true), onerror: () => resolve(false), src }),
        ),
      `http://${stage.api}/picture.svg`,
    );
    expect([shown, heard]).toEqual([true, ['GET']]);
  });

  test.each([
    ['without credentials', ['web', 'api'], {}],
    ['without credentials, with a preflight', ['web', 'api'], json],
    ['where the person has not opened the other port', ['web'], { credentials: 'include' }],
  ] as const)('is told in words why it may not, %s', async (_how, hosts, options) => {
    await open(hosts.map((name) => stage[name]));
    const said = await fetchFrom(`http://${stage.api}/`, options);
    expect(said).toMatch(/^401 .*Log in to port 3030 first/);
    expect(heard.filter((each) => each !== 'OPTIONS')).toEqual([]);
  });

  test('calls a public one with the token of its link alone, without credentials', async () => {
    const token = await stage.share(3030);
    await open([stage.web]);
    expect(await fetchFrom(`http://${stage.api}/?slipway_share=${token}`, json)).toBe('200 from the api');
    await stage.change({ visitors: {} });
    expect(await fetchFrom(`http://${stage.api}/?slipway_share=${token}`, {})).toMatch(/^403 .*This link has expired/);
  });

  test('gets nowhere from another workspace’s page, with all tickets in the browser', async () => {
    await open([stage.web, stage.api]);
    await page.route(`http://other-3000.workspaces.slipway.test:${stage.port}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'evil' }),
    );
    await page.goto(`http://other-3000.workspaces.slipway.test:${stage.port}/`);
    for (const options of [
      { credentials: 'include' },
      { credentials: 'include', ...json },
      { mode: 'no-cors', credentials: 'include' },
    ] as const) {
      expect(await fetchFrom(`http://${stage.api}/`, options)).toMatch(/TypeError|^0 $/);
    }
    expect(heard).toEqual([]);
  });
});

describe('a preflight', () => {
  const question = (origin: string, more: Record<string, string> = {}) => ({
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PUT', ...more },
  });
  const tell = async (host: string, origin: string) => {
    heard = [];
    return stage.get(host, '/x', question(origin));
  };

  test('of a port of the workspace passes with nothing but the question, and its answer comes back bare', async () => {
    heard = [];
    stage.directory.activity.length = 0;
    const own = `http://${stage.web}`;
    const answer = await stage.get(stage.api, '/x', question(own, { cookie: 'a=1', 'x-evil': '1' }));
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers['access-control-allow-origin']).toBe(own);
    expect(answer.headers['x-secret']).toBeUndefined();
    expect(heard).toEqual(['OPTIONS']);
    expect(stage.directory.activity).toEqual([]);
  });

  test('from elsewhere hears the same whether there is a workspace or not, and passes where the port is public', async () => {
    await stage.change({ visitors: {} });
    const evil = 'http://evil.example';
    const refused = await tell(stage.api, evil);
    const nowhere = await tell(stage.api.replace('box', 'nothing'), evil);
    const forged = await tell(stage.api.replace('box', 'nothing'), `http://${stage.web.replace('box', 'nothing')}`);
    for (const answer of [refused, nowhere, forged]) {
      expect(answer.status).toBe(401);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.body).toBe(refused.body);
    }
    expect(heard).toEqual([]);
    await stage.share(3030);
    expect((await tell(stage.api, evil)).headers['access-control-allow-origin']).toBe(evil);
    stage.dependencies.clock.advance(2 * 3_600_000);
    expect((await tell(stage.api, evil)).status).toBe(401);
  });

  test('never leads into the IDE', async () => {
    expect((await tell(stage.ide, `http://${stage.web}`)).status).toBe(401);
  });
});
