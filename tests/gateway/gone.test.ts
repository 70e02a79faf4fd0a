import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createStage, type Stage } from './local-stage.ts';

let stage: Stage;
let cookie: string;
let asked = 0;
/** Connections of the program on which it has not said all. */
const open = new Set<Duplex>();

beforeAll(async () => {
  stage = await createStage();
  const stay = (socket: Duplex) => {
    asked += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  };
  const program = createServer((request, response) => {
    if (request.url === '/') return void response.end('fine');
    stay(request.socket);
    if (request.url === '/stream') response.write('more later');
  });
  program.on('upgrade', (_request, socket) => {
    stay(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  await stage.serve(3000, program);
  cookie = await stage.ticket(stage.web);
});
afterAll(() => stage?.close());

/** The one who has left keeps nothing busy, and the next one is served. */
afterEach(async () => {
  const next = await stage.get(stage.web, '/', { headers: { cookie } });
  expect([next.status, next.body, stage.uncaught]).toEqual([200, 'fine', []]);
});

const HANDSHAKE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const ask = (more = '', path = '/stream') =>
  `GET ${path} HTTP/1.1\r\nHost: ${stage.web}\r\nCookie: ${cookie}\r\n${more}\r\n`;

/** A connection to the gateway, and when the gateway has noticed its end. */
async function arrive() {
  const arrived = once(stage.http.server, 'connection');
  const socket = connect(stage.port, '127.0.0.1').on('error', () => undefined);
  const [theirs] = await arrived;
  return { socket, left: new Promise<void>((resolve) => theirs.once('close', () => resolve())) };
}

test.each([
  ['a request', ''],
  ['a WebSocket', HANDSHAKE],
])('%s of one who left while the gateway looked who it was goes nowhere', async (_what, more) => {
  const { directory } = stage;
  const [looks, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const find = directory.find.bind(directory);
  directory.find = async (slug) => {
    looks.resolve();
    await mayGoOn.promise;
    return find(slug);
  };
  await stage.change({});
  const before = asked;
  const { socket, left } = await arrive();
  socket.write(ask(more));
  await looks.promise;
  socket.resetAndDestroy();
  await left;
  directory.find = find;
  mayGoOn.resolve();
  // Behind it on the same ways: what it would have asked has been asked by then.
  await stage.get(stage.web, '/', { headers: { cookie } });
  expect(asked).toBe(before);
});

test.each(['/stream', '/silent'])(
  '%s: requests that were sent one behind the other end with their connection',
  async (path) => {
    // Kept connections, on which a request may be sent again.
    await Promise.all([1, 2, 3].map(() => stage.get(stage.web, '/', { headers: { cookie } })));
    const before = asked;
    const { socket, left } = await arrive();
    socket.write(ask('', path).repeat(3));
    await expect.poll(() => asked - before).toBe(3);
    socket.resetAndDestroy();
    await left;
    await expect.poll(() => open.size).toBe(0);
    await stage.get(stage.web, '/', { headers: { cookie } });
    expect(asked - before).toBe(3);
  },
);
