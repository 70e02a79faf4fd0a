import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser } from '#shared/features/auth/contract.ts';
import { createApi } from '../../../desktop/main/api.ts';
import { forwardCall } from '../../../desktop/main/app/forward-call.ts';
import { isOurPage, onTheWeb } from '../../../desktop/main/app/origins.ts';
import { findServer } from '../../../desktop/main/find-server.ts';

let server: Server;
let origin: string;
let asked: { url: string; headers: IncomingMessage['headers'] }[];
let answer: { status: number; headers: Record<string, string>; body: string };

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    if (url === '/elsewhere') response.end('{}');
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked = [];
  answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
});

const call = (path = '/api/users/current', init: RequestInit = {}) =>
  forwardCall(fetch, origin, new Request(`slipway-app://ui${path}`, init));

describe('a call that is passed on', () => {
  test('reaches the server with its key, and comes back as it was answered', async () => {
    const headers = { 'x-session-key': 'k', 'content-type': 'application/json' };
    const response = await call('/api/a?b=%20c', { method: 'POST', headers, body: '{"a":1}' });
    expect(await response.json()).toEqual({ ok: true });
    expect(asked).toMatchObject([{ url: '/api/a?b=%20c', headers }]);
  });

  test('says nothing of the page it comes from', async () => {
    await call('/api/a', { headers: { origin: 'slipway-app://ui', referer: 'slipway-app://ui/', cookie: 'a=b' } });
    for (const name of ['origin', 'referer', 'cookie']) expect(asked[0]?.headers).not.toHaveProperty(name);
  });

  test.each([301, 302, 307, 308])('is not led elsewhere by a %i, and neither is the key', async (status) => {
    answer = { status, headers: { location: '/elsewhere' }, body: '' };
    await expect(call('/api/a', { headers: { 'x-session-key': 'k' } })).rejects.toThrow();
    expect(asked.map(({ url }) => url)).toEqual(['/api/a']);
  });

  test.each(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'TEXT/HTML; charset=x'])(
    'is never answered by a document (%s)',
    async (type) => {
      answer.headers = { 'content-type': type, refresh: '0; url=/x', 'content-security-policy': '', link: '</x>' };
      const { headers } = await call();
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      for (const name of ['refresh', 'link', 'set-cookie']) expect(headers.has(name), name).toBe(false);
    },
  );
});

test('the app’s own calls don’t follow redirects either', async () => {
  answer = { status: 302, headers: { location: '/elsewhere' }, body: '' };
  const api = createApi({ fetch, credentials: async () => ({ origin, key: 'k' }) });
  await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'unavailable' });
  expect(asked.map(({ url }) => url)).toEqual(['/api/users/current']);
});

describe('what is at an address', () => {
  test('Slipway, which answers whom it doesn’t know in its own way', async () => {
    answer = { status: 401, headers: {}, body: '{"authenticated":false,"message":"x"}' };
    expect(await findServer(fetch, origin)).toEqual({ is: 'slipway' });
    expect(asked[0]?.headers).not.toHaveProperty('x-session-key');
  });

  test.each([
    ['a page', 200, '<!doctype html><h1>It works!</h1>'],
    ['another API', 200, '{"ok":true}'],
    ['no such page', 404, 'not found'],
  ])('something else: %s', async (_, status, body) => {
    answer = { status, headers: {}, body };
    expect(await findServer(fetch, origin)).toEqual({ is: 'other' });
  });

  test('a redirect to another origin, by name', async () => {
    answer = { status: 302, headers: { location: `http://localhost:${new URL(origin).port}/elsewhere` }, body: '' };
    expect(await findServer(fetch, origin)).toEqual({
      is: 'elsewhere',
      origin: origin.replace('127.0.0.1', 'localhost'),
    });
  });

  test('nothing now, when nobody or only a proxy answers', async () => {
    answer = { status: 502, headers: {}, body: 'Bad gateway' };
    expect(await findServer(fetch, origin)).toEqual({ is: 'silent' });
    expect(await findServer(() => Promise.reject(new Error('no network')), origin)).toEqual({ is: 'silent' });
  });
});

test.each([
  ['slipway-app://ui/workspaces', true],
  ['slipway-app://pages/offline.html?path=%2F', true],
  ['slipway-app://ui/api', false],
  ['slipway-app://ui/api/docs', false],
  ['slipway-app://ui/API/docs', false],
  ['slipway-app://ui/%2561pi', true],
  ['slipway-app://ui/%61pi/docs', false],
  ['slipway-app://ui/x/../api/docs', false],
  ['slipway-app://ui', false],
  ['slipway-app://ui:80/', false],
  ['slipway-app://me@ui/', false],
  ['https://ui/', false],
  ['', false],
])('%s is one of our pages: %s', (address, expected) => {
  expect(isOurPage(address)).toBe(expected);
});

test('a page of the UI has an address on the web, and others keep theirs', () => {
  expect(onTheWeb('slipway-app://ui/terms?a', 'https://example.com')).toBe('https://example.com/terms?a');
  expect(onTheWeb('slipway-app://ui/terms', null)).toBe('slipway-app://ui/terms');
  expect(onTheWeb('https://elsewhere.example/', 'https://example.com')).toBe('https://elsewhere.example/');
});
