import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { createConnections } from '#server/gateway/http/connections.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf of it';

/** A program that answers without a length. */
function program() {
  const stream = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      done();
      setImmediate(() => stream.push(ANSWER));
    },
  });
  return Object.assign(stream, { ref: () => stream, unref: () => stream });
}

test.each([
  ['a reset', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
  ['any other error', new Error('lost')],
  ['a close without an error, as through SSH', undefined],
])('an answer that waits for its reader is broken off by %s, and the process stays', async (_what, error) => {
  const stream = program();
  stream.on('error', () => undefined);
  const connections = createConnections(async () => stream as unknown as Socket, {
    most: 1,
    mostIdle: 1,
    idleMs: 4_000,
  });
  const told = Promise.withResolvers<string>();
  connections.take({ isFresh: false })?.get('/', ['Host', 'box'], {
    onRequestStart() {},
    onResponseStart(controller) {
      controller.pause();
      setImmediate(() => stream.destroy(error));
    },
    onResponseData() {},
    onResponseEnd: () => told.resolve('complete'),
    onResponseError: () => told.resolve('broken'),
  });
  expect(await told.promise).toBe('broken');
});
