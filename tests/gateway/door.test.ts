import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { createStage, NAVIGATION, type Stage } from './local-stage.ts';

let stage: Stage;
/** What reached the program: method, address, body. */
let heard: string[];

beforeAll(async () => {
  stage = await createStage();
  for (const port of [3000, 3030, 7080]) {
    const server = createServer({ maxHeaderSize: 200_000 }, async (request, response) => {
      const body = await text(request);
      heard.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/trailers') {
        response.writeHead(200, { Trailer: 'X-Sum' });
        response.write(JSON.stringify(request.trailers));
        response.addTrailers({ 'X-Sum': 'abc', 'Set-Cookie': 'evil=1', Location: '/evil' });
      }
      if (request.url === '/long') response.setHeader('X-Long', 'l'.repeat(60_000));
      if (request.url === '/many') for (let at = 0; at < 3000; at++) response.setHeader(`x-${at}`, at);
      response.end(request.url === '/trailers' ? '' : JSON.stringify([request.rawHeaders, port]));
    });
    new WebSocketServer({ server }).on('connection', (socket) => socket.send('hello'));
    await stage.serve(port, server);
  }
});
afterAll(() => stage?.close());
beforeEach(() => {
  heard = [];
  stage.directory.activity.length = 0;
});
afterEach(() => stage.change({ visitors: {}, status: 'Active', ports: { 3000: 'http', 3030: 'http' } }));

/** Status of the refusal, or what the program says first. */
async function socketTo(host: string, url: string, headers: Record<string, string>): Promise<number | string> {
  const socket = new WebSocket(`ws://127.0.0.1:${stage.port}${url}`, { headers: { host, ...headers } });
  socket.on('error', () => undefined);
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
  const said = once(socket, 'message').then(([message]) => String(message));
  const first = await Promise.race([refused, said]);
  socket.terminate();
  return first;
}

describe('a ticket', () => {
  test('opens the host it was issued for alone, whichever that is', async () => {
    const hosts = [stage.ide, stage.web, stage.api];
    for (const host of hosts) {
      const cookie = await stage.ticket(host);
      for (const other of hosts) {
        expect([host, other, (await stage.get(other, '/', { headers: { cookie } })).status]).toEqual([
          ...[host, other],
          host === other ? 200 : 401,
        ]);
      }
      expect(await socketTo(stage.ide, '/', { cookie, origin: `http://${stage.ide}` })).toBe(
        host === stage.ide ? 'hello' : 401,
      );
    }
  });

  test('is not to be had elsewhere with the code of another host, nor twice', async () => {
    const way = await openWorkspace({ ...stage.dependencies, directory: stage.directory }, stage.person, {
      host: stage.web.split(':')[0],
      path: '/',
    });
    const { pathname, search } = new URL(way.headers.get('location') ?? '');
    const take = (host: string) => stage.get(host, pathname + search, { headers: NAVIGATION });
    for (const host of [stage.ide, stage.api]) {
      const { status, headers } = await take(host);
      expect([status, headers['set-cookie']]).toEqual([403, undefined]);
    }
    expect((await take(stage.web)).status).toBe(302);
    expect((await take(stage.web)).status).toBe(403);
  });
});

describe('the token of a public link in the address', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'])('works by itself for %s', async (method) => {
    const token = await stage.share();
    const body = method === 'GET' || method === 'OPTIONS' ? '' : 'event';
    const url = `/hook?a=1&slipway_share=${token}&b=2`;
    const referer = `http://${stage.web}/page?slipway_share=${token}&c=3`;
    const answer = await stage.get(stage.web, url, {
      method,
      headers: { referer, ...(body && { 'content-length': String(body.length) }) },
      body,
    });
    expect([answer.status, heard]).toEqual([200, [`${method} /hook?a=1&b=2 ${body}`]]);
    expect(answer.body).not.toContain(token);
    expect(answer.body).toContain('/page?c=3');
    expect(answer.headers['x-robots-tag']).toContain('noindex');
    expect([answer.headers['set-cookie'], stage.directory.activity]).toEqual([undefined, []]);
  });

  test('is good for its port while the link lasts, from any page; a person’s ticket goes on without it', async () => {
    const token = await stage.share();
    const post = (host: string, headers: Record<string, string> = {}) =>
      stage.get(host, `/?slipway_share=${token}`, { method: 'POST', headers });
    expect((await post(stage.web, { origin: 'http://evil.example' })).status).toBe(200);
    expect((await post(stage.api)).status).toBe(403);
    expect((await post(stage.ide)).status).toBe(401);
    await stage.change({ visitors: {} });
    expect((await post(stage.web)).status).toBe(403);
    expect((await post(stage.web, { cookie: await stage.ticket(stage.web) })).status).toBe(200);
    expect(heard).toEqual(['POST / ', 'POST / ']);
  });

  test('is taken out of the address bar of a person alone', async () => {
    const token = await stage.share();
    const url = `/?slipway_share=${token}`;
    expect((await stage.get(stage.web, url, { headers: NAVIGATION })).status).toBe(302);
    expect((await stage.get(stage.web, url, { headers: { accept: '*/*' } })).status).toBe(200);
    expect((await stage.get(stage.web, url, { headers: { ...NAVIGATION, 'sec-fetch-dest': 'iframe' } })).status).toBe(
      200,
    );
  });

  test('lets a program open a WebSocket that says no Origin, as a cookie does; a page of elsewhere not', async () => {
    const token = await stage.share();
    const link = `/?slipway_share=${token}`;
    expect(await socketTo(stage.web, link, {})).toBe('hello');
    expect(await socketTo(stage.web, '/', { cookie: `slipway_share=${token}` })).toBe('hello');
    expect(await socketTo(stage.web, '/', { cookie: await stage.ticket(stage.web) })).toBe('hello');
    expect(await socketTo(stage.web, link, { origin: `http://${stage.api}` })).toBe('hello');
    expect(await socketTo(stage.web, '/', {})).toBe(401);
    for (const origin of ['http://evil.example', 'null', `https://${stage.web}`]) {
      expect(await socketTo(stage.web, link, { origin })).toBe(403);
      expect(await socketTo(stage.web, '/', { origin, cookie: await stage.ticket(stage.web) })).toBe(403);
    }
  });
});

test('a page without an origin of its own acts for nobody', async () => {
  const cookie = await stage.ticket(stage.web);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    expect((await stage.get(stage.web, '/', { method, headers: { cookie, origin: 'null' } })).status).toBe(401);
  }
  expect(heard).toEqual([]);
});

describe('what is passed on', () => {
  test('has up to 64 KB of headers, and many of them, both ways', async () => {
    const headers = { cookie: await stage.ticket(stage.web) };
    expect((await stage.get(stage.web, '/long', { headers })).headers['x-long']).toHaveLength(60_000);
    expect(Object.keys((await stage.get(stage.web, '/many', { headers })).headers).length).toBeGreaterThan(3000);
    const long = await stage.get(stage.web, '/', { headers: { ...headers, 'x-long': 'l'.repeat(60_000) } });
    expect([long.status, long.body.includes('l'.repeat(60_000))]).toEqual([200, true]);
    const longer = await stage.get(stage.web, '/', { headers: { ...headers, 'x-long': 'l'.repeat(70_000) } });
    expect(longer.status).toBe(431);
  });

  test('goes through connections that are no sockets, several on one', async () => {
    stage.throughSsh = true;
    // Connections that were made before are not kept over a change.
    await stage.change({ containerId: 'behind-ssh' });
    const headers = { cookie: await stage.ticket(stage.web) };
    for (let at = 0; at < 3; at++) expect((await stage.get(stage.web, '/', { headers })).status).toBe(200);
    expect(await socketTo(stage.web, '/', headers)).toBe('hello');
    stage.throughSsh = false;
    await stage.change({ containerId: 'container' });
    expect(stage.uncaught).toEqual([]);
  });

  test('has the trailers of both sides, but those that would count as headers', async () => {
    const socket = connect(stage.port, '127.0.0.1');
    const head = ['POST /trailers HTTP/1.1', `Host: ${stage.web}`, `Cookie: ${await stage.ticket(stage.web)}`];
    const more = ['Connection: close', 'Transfer-Encoding: chunked', 'Trailer: X-Check', '', ''];
    socket.write([...head, ...more].join('\r\n'));
    socket.write('2\r\nhi\r\n0\r\nX-Check: 1\r\nX-Session-Key: x\r\nCookie: a=1\r\nX-Forwarded-For: 1\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toContain('{"x-check":"1"}');
    expect(answer).toMatch(/^Trailer: X-Sum\r$/m);
    expect(answer).toMatch(/0\r\nX-Sum: abc\r\n\r\n$/);
  });
});

describe('the IDE’s own way to ports', () => {
  test.each([
    '/proxy/8080/',
    '/absproxy/8080/x',
    '/Proxy/3000/',
    '/PROXY/3030',
    '//proxy/3000/',
    '/%70roxy/3000/',
    '/proxy%2f3000/',
    '/proxy/3000?a=1',
    '/proxy/',
  ])('%s is closed to programs and pages', async (url) => {
    const cookie = await stage.ticket(stage.ide);
    const answer = await stage.get(stage.ide, url, { headers: { cookie } });
    expect([answer.status, heard]).toEqual([404, []]);
    expect(answer.body).toContain('their own URLs');
    expect(await socketTo(stage.ide, url, { cookie, origin: `http://${stage.ide}` })).toBe(404);
  });

  test('leads a person to the address of the port', async () => {
    const headers = { ...NAVIGATION, cookie: await stage.ticket(stage.ide) };
    const to = async (url: string) => (await stage.get(stage.ide, url, { headers })).headers.location;
    expect(await to('/proxy/3000/a/b?c=d')).toBe(`http://${stage.web}/a/b?c=d`);
    expect(await to('/absproxy/3030')).toBe(`http://${stage.api}/`);
    expect(await to('/proxy/3000//evil.example/')).toBe(`http://${stage.web}/`);
    expect(await to('/proxy/8080/x')).toMatch(/\/open\?host=[a-z0-9-]+-8080\..*&path=%2Fx$/);
    expect((await stage.get(stage.ide, '/proxy/7070/', { headers })).status).toBe(404);
    expect(heard).toEqual([]);
  });

  test('is nothing special on ports and in services', async () => {
    expect(
      (await stage.get(stage.ide, '/proxyless', { headers: { cookie: await stage.ticket(stage.ide) } })).status,
    ).toBe(200);
    expect(
      (await stage.get(stage.web, '/proxy/1/', { headers: { cookie: await stage.ticket(stage.web) } })).status,
    ).toBe(200);
    await stage.change({ httpPort: 3000 });
    expect(
      (await stage.get(stage.ide, '/proxy/1/', { headers: { cookie: await stage.ticket(stage.ide) } })).status,
    ).toBe(200);
    await stage.change({ httpPort: undefined });
  });
});

describe('with https', () => {
  let secure: Stage;
  beforeAll(async () => {
    secure = await createStage({ ui: 'https://app.example.com', domain: 'workspaces.example.net' });
    await secure.serve(
      3000,
      createServer((request, response) => response.end(JSON.stringify(request.rawHeaders))),
    );
  });
  afterAll(() => secure?.close());

  test('no cookie of ours reaches a container, nor is one set by it', async () => {
    const ours = await secure.ticket(secure.web);
    expect(ours).toMatch(/^__Host-slipway_ticket=/);
    const theirs = '__Host-slipway_session=s; __Secure-slipway_session=t; __Host-slipway_share=u; slipway_ticket=v';
    const cookie = `mine=1; ${ours};${theirs} ; __Host-mine=2`;
    const headers = ['Cookie', cookie, 'cookie', theirs];
    const { status, body } = await secure.get(secure.web, '/', { headers });
    expect(status).toBe(200);
    expect(body).not.toContain('slipway');
    expect(JSON.parse(body)).toEqual(expect.arrayContaining(['mine=1; __Host-mine=2', 'X-Forwarded-Port', '443']));
  });

  test('a ticket of the plain name, which a sibling host can plant, opens nothing', async () => {
    const planted = (await secure.ticket(secure.web)).replace('__Host-', '');
    expect((await secure.get(secure.web, '/', { headers: { cookie: planted } })).status).toBe(401);
  });
});
