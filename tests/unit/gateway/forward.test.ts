import { once } from 'node:events';
import { Duplex } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import { expect, test } from 'vitest';
import { joinForward } from '#server/gateway/ssh/forward.ts';

/** A connection into the container that takes a chunk only when told to. */
function slowStream() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Duplex({
    highWaterMark: 1_000,
    read() {},
    write(chunk, _encoding, done) {
      waiting.push(() => {
        taken.push(String(chunk));
        done();
      });
    },
  });
  const take = async () => {
    while (!stream.writableFinished && !stream.destroyed) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { stream, taken, take };
}

/** As ssh2's: it says `close` once its readable side has ended, whatever became of the bytes. */
function fakeChannel() {
  const calls: string[] = [];
  const channel = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  Object.assign(channel, { eof: () => calls.push('eof'), close: () => calls.push('close') });
  const sendAndClose = async (...parts: string[]) => {
    for (const part of [...parts, null]) channel.push(part);
    await once(channel, 'end');
    channel.emit('close');
    await settled();
  };
  return { channel: channel as unknown as ServerChannel, sendAndClose, calls };
}

const settled = () => new Promise(setImmediate);

test('what a client sent before it closed its channel arrives, also when the container is slow', async () => {
  const { stream, taken, take } = slowStream();
  const { channel, sendAndClose, calls } = fakeChannel();
  joinForward(channel, stream, new AbortController().signal, () => undefined);
  stream.push(null);
  await sendAndClose('one', 'two', 'three');
  expect({ destroyed: stream.destroyed, calls }).toEqual({ destroyed: false, calls: ['eof'] });

  await take();
  expect(taken.join('')).toBe('onetwothree');
  expect(stream.destroyed).toBe(true);
});

test('a channel that closes before the workspace has ended takes the connection with it, once all has arrived', async () => {
  const { stream, taken, take } = slowStream();
  const { channel, sendAndClose } = fakeChannel();
  joinForward(channel, stream, new AbortController().signal, () => undefined);
  await sendAndClose('last');
  await take();
  expect(taken).toEqual(['last']);
  expect(stream.destroyed).toBe(true);
});

test('the end of the connection ends what is on its way as well', async () => {
  const { stream } = slowStream();
  const { channel, calls } = fakeChannel();
  const closed = new AbortController();
  joinForward(channel, stream, closed.signal, () => undefined);
  channel.push('never taken');
  await settled();
  closed.abort();
  expect({ destroyed: stream.destroyed, calls }).toEqual({ destroyed: true, calls: ['close'] });
});
