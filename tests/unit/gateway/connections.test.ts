import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { createConnections } from '#server/gateway/http/connections.ts';

/** Without a length. */
const ANSWER = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf of it';

/** A program that gives this answer. */
function program(answer: string) {
  const stream = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      done();
      setImmediate(() => stream.push(answer));
    },
  });
  return Object.assign(stream, { ref: () => stream, unref: () => stream });
}

test.each([
  ['a reset', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
  ['any other error', new Error('lost')],
  ['a close without an error, as through SSH', undefined],
])('an answer that waits for its reader is broken off by %s, and the process stays', async (_what, error) => {
  const stream = program(ANSWER);
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

test('nobody’s request waits for the end of a connection that another left', async () => {
  let dialled = 0;
  const dial = async () => {
    dialled += 1;
    const stream = program('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine');
    // Through SSH, the other side may never confirm the end.
    stream._destroy = () => undefined;
    return stream.on('error', () => undefined) as unknown as Socket;
  };
  const connections = createConnections(dial, { most: 1, mostIdle: 1, idleMs: 4_000 });
  const ask = (leaves: boolean) => {
    const connection = connections.take({ isFresh: false });
    const told = Promise.withResolvers<string>();
    connection?.get('/', ['Host', 'box'], {
      onRequestStart() {},
      onResponseStart: (controller) => void (leaves && controller.abort(new Error('left'))),
      onResponseData() {},
      onResponseEnd: () => told.resolve('complete'),
      onResponseError() {
        connections.drop(connection);
        told.resolve('left');
      },
    });
    return told.promise;
  };
  expect(await ask(true)).toBe('left');
  expect(await ask(false)).toBe('complete');
  expect(dialled).toBe(2);
});
