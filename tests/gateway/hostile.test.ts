import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fc } from '#tests/support/fast-check.ts';
import { createStage, type Stage, sayer } from './local-stage.ts';

let stage: Stage;
let cookie: string;
const program = sayer();

beforeAll(async () => {
  stage = await createStage();
  await stage.serve(3000, program.server);
  await stage.serve(
    3030,
    createHttpServer((_request, response) => response.end('fine')),
  );
  cookie = await stage.ticket(stage.web);
});
afterAll(() => stage?.close());

/** Whatever was tried, the next one is served, and nothing would have ended the process. */
afterEach(async () => {
  const next = await stage.get(stage.api, '/', { headers: { cookie: await stage.ticket(stage.api) } });
  expect([next.status, next.body, stage.uncaught]).toEqual([200, 'fine', []]);
});

const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];
const ask = (...more: string[]) =>
  ['GET / HTTP/1.1', `Host: ${stage.web}`, `Cookie: ${cookie}`, ...more, '', ''].join('\r\n');
const plain = () => ask('Connection: close');
const handshake = () => ask(...HANDSHAKE);
/** One answer, complete or cut off, and no second one behind it. */
const ONE_HEAD = /^HTTP\/1\.1 (?:101|[2-9]\d\d) [\t\x20-\x7e\x80-\xff]*\r\n/;

const bytes = fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some).toString('latin1'));
const sometimes = (usual: fc.Arbitrary<string>, odd = bytes) => fc.oneof({ weight: 3, arbitrary: usual }, odd);
const status = sometimes(fc.integer({ min: 0, max: 1099 }).map((code) => String(code).padStart(3, '0')));
const line = fc.tuple(
  sometimes(fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.9')),
  fc.oneof(status, fc.constantFrom('200', '101', '100', '103', '204', '304')),
  sometimes(fc.constantFrom('OK', '', 'O\x01K', 'Schön')),
);
const header = fc.oneof(
  fc.constantFrom(
    ...['Content-Length: 5', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked'],
    ...[
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Upgrade: h2c',
      'Trailer: X-T',
      'Connection: close',
      'Set-Cookie: a',
    ],
    ...[
      'Location: http://localhost:3000',
      'Refresh: 0;url=http://[',
      'Access-Control-Allow-Origin: http://localhost:x',
    ],
  ),
  fc
    .tuple(sometimes(fc.constantFrom('X-A', 'Location', 'Set-Cookie', 'Content-Type')), bytes)
    .map((pair) => pair.join(': ')),
  fc.integer({ min: 1, max: 90_000 }).map((length) => `X-Long: ${'l'.repeat(length)}`),
);
const body = sometimes(
  fc.constantFrom('', 'hello', '5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n', '5\r\nhel', 'zz\r\nhello', '0\r\nX\x01: 1\r\n\r\n'),
);
const answer = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 3 }),
    fc.array(header, { maxLength: 4 }),
    body,
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([lines, headers, rest, cut]) => {
    const heads = lines.map((each, at) => `${each.join(' ')}\r\n${at < lines.length - 1 ? '\r\n' : ''}`).join('');
    const all = `${heads}${headers.map((each) => `${each}\r\n`).join('')}\r\n${rest}`;
    return Buffer.from(cut > 0.3 ? all : all.slice(0, Math.floor(all.length * cut * 3)), 'latin1');
  });
const then = fc.constantFrom('end', 'reset');

describe('whatever a program sends', () => {
  test.each([
    ['a control character in its status line', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\nhi'],
    ['a status below 100', 'HTTP/1.1 099 Low\r\nContent-Length: 2\r\n\r\nhi'],
    ['a status of nothing', 'HTTP/1.1 000 \r\nContent-Length: 2\r\n\r\nhi'],
    ['an upgrade that nobody asked for', 'HTTP/1.1 101 Hello\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['something else than http', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['too many headers', `HTTP/1.1 200 OK\r\nX-Long: ${'l'.repeat(70_000)}\r\n\r\n`],
    ['only hints', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)}HTTP/1.1 099 \r\n\r\n`],
  ])('%s is answered with 502, once, over a connection that it keeps open', async (_what, said) => {
    program.say(Buffer.from(said, 'latin1'), 'stay');
    const got = await stage.raw(plain());
    expect(got).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(got.split('HTTP/1.1 ')).toHaveLength(2);
    expect(got).toContain('read this program');
  });

  test('the client gets one answer or none, and the gateway goes on', async () => {
    const tried = fc.asyncProperty(answer, then, async (said, how) => {
      program.say(said, how);
      const got = await stage.raw(plain());
      expect(got === '' || ONE_HEAD.test(got)).toBe(true);
      expect(stage.uncaught).toEqual([]);
    });
    await fc.assert(tried, { numRuns: 600 });
  });

  test('so it does when it was asked for a WebSocket', async () => {
    const tried = fc.asyncProperty(answer, then, async (said, how) => {
      program.say(said, how);
      const got = await stage.raw(handshake());
      expect(got === '' || ONE_HEAD.test(got)).toBe(true);
      expect(stage.uncaught).toEqual([]);
    });
    await fc.assert(tried, { numRuns: 600 });
  });

  test('a refusal of a WebSocket reaches the client as it is, and nothing is written behind it', async () => {
    for (const how of ['end', 'reset', 'stay'] as const) {
      program.say('HTTP/1.1 403 No\r\nContent-Length: 2\r\nX-A: \xe9\r\n\r\nno', how);
      const got = await stage.raw(handshake());
      expect(got).toMatch(/^HTTP\/1\.1 403 No\r\n/);
      expect(got).toMatch(/\r\n\r\nno$/);
    }
    const long = 'n'.repeat(3_000_000);
    program.say(`HTTP/1.1 403 No\r\n\r\n${long}`, 'end');
    expect((await stage.raw(handshake())).length).toBeGreaterThan(long.length);
    program.say('HTTP/1.1 403 No\r\nContent-Length: 20\r\n\r\nno', 'reset');
    const cut = await stage.raw(handshake());
    expect(cut.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
  });

  test('preflights are no way around', async () => {
    const preflight = ['OPTIONS / HTTP/1.1', `Host: ${stage.web}`, `Origin: http://${stage.api}`];
    const question = [...preflight, 'Access-Control-Request-Method: PUT', 'Connection: close', '', ''].join('\r\n');
    const tried = fc.asyncProperty(answer, then, async (said, how) => {
      program.say(said, how);
      const got = await stage.raw(question);
      expect(got === '' || ONE_HEAD.test(got)).toBe(true);
    });
    await fc.assert(tried, { numRuns: 300 });
  });
});

describe('whatever a client sends', () => {
  const requests = fc
    .array(
      fc.tuple(
        sometimes(fc.constantFrom('GET', 'POST', 'OPTIONS', 'HEAD', 'CONNECT', 'TRACE', 'QUERY')),
        sometimes(
          fc.constantFrom(
            '/',
            '/a\tb',
            '*',
            '//x',
            '/?slipway_share=',
            '/.slipway/ticket?code=%',
            '/proxy/3000/%',
            'http://x/',
          ),
          bytes,
        ),
        fc.array(
          fc.oneof(
            fc.constantFrom(
              ...HANDSHAKE,
              'Upgrade: WEBSOCKET',
              'Connection: close',
              'Expect: 100-continue',
              'Expect: x',
            ),
            fc.constantFrom(
              'Content-Length: 3',
              'Transfer-Encoding: chunked',
              'Origin: null',
              'Origin: http://[',
              'TE: trailers',
            ),
            fc.constantFrom('Trailer: x', 'Referer: http://x?slipway_share=a', 'Access-Control-Request-Method: a'),
            header,
          ),
          { maxLength: 6 },
        ),
        fc.constantFrom('signed in', 'stranger', 'nowhere', 'ide'),
        body,
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map(
      (each) => (hosts: Record<string, string>) =>
        each
          .map(([method, url, headers, who, rest]) =>
            [`${method} ${url} HTTP/1.1`, `Host: ${hosts[who]}`, ...headers, '', rest].join('\r\n'),
          )
          .join(''),
    );

  test('half of it, several at once, or with a reset at any moment: the gateway goes on', async () => {
    program.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'end');
    const hosts = {
      'signed in': `${stage.web}\r\nCookie: ${cookie}`,
      stranger: stage.web,
      nowhere: 'elsewhere.example',
      ide: stage.ide,
    };
    const ending = fc.constantFrom('end', 'reset', 'reset after an answer');
    const tried = fc.asyncProperty(
      requests,
      fc.double({ min: 0, max: 1, noNaN: true }),
      ending,
      async (make, cut, how) => {
        const all = Buffer.from(make(hosts), 'latin1');
        const socket = connect(stage.port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(cut > 0.5 ? all : all.subarray(0, Math.floor(all.length * cut * 2)));
        socket.resume();
        const closed = new Promise((resolve) => socket.once('close', resolve));
        if (how === 'end') socket.end();
        if (how === 'reset') setImmediate(() => socket.resetAndDestroy());
        if (how === 'reset after an answer') {
          socket.once('data', () => socket.resetAndDestroy());
          socket.end();
        }
        await closed;
        expect(stage.uncaught).toEqual([]);
      },
    );
    await fc.assert(tried, { numRuns: 800 });
  });

  test('an upgrade right behind a request that still waits for its answer ends the connection', async () => {
    program.say('', 'stay');
    expect(await stage.raw(ask() + handshake())).toBe('');
    expect(await stage.raw(ask() + handshake().replace(stage.web, 'elsewhere.example'))).toBe('');
  });
});
