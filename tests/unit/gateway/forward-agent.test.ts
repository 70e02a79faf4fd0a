import { Duplex, PassThrough } from 'node:stream';
import type { Connection } from 'ssh2';
import { expect, test } from 'vitest';
import type { Engine } from '#server/compute/engine.ts';
import { forwardAgent } from '#server/gateway/ssh/forward-agent.ts';

const SOCKET = '/tmp/ssh-abc123/agent.7';

function frame(id: number, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(id, 0);
  head.writeUInt32BE(text.length, 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

test('a client whose agent hung up has its channel closed, so that it can end', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const engine = { exec: async () => ({ stdin, stdout, stderr, kill: async () => undefined }) } as unknown as Engine;
  const asked: string[] = [];
  let answered = '';
  stdin.on('data', (chunk) => {
    answered += chunk;
  });
  const channel = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      asked.push(String(chunk));
      done();
    },
  });
  const closed = new Promise<void>((resolve) =>
    Object.assign(channel, { outgoing: { packetSize: 32_768 }, close: resolve }),
  );
  const connection = {
    _chanMgr: {
      add(opened: (error: undefined, channel: Duplex) => void) {
        setImmediate(opened, undefined, channel);
        return 0;
      },
    },
    _protocol: { openssh_authAgent: () => undefined },
  } as unknown as Connection;

  stdout.write(frame(0, SOCKET));
  expect(await forwardAgent({ connection, engine, containerId: 'c', closed: new AbortController().signal })).toBe(
    SOCKET,
  );
  stdout.write(frame(1, 'question'));
  await expect.poll(() => asked).toEqual(['question']);
  channel.push('answer');
  // Only EOF: OpenSSH sends no more of its own while it waits for the other side to close.
  channel.push(null);
  await closed;
  await expect.poll(() => answered).toBe(String(Buffer.concat([frame(1, 'answer'), frame(1, '')])));
});
