import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENT_PORT, dialAgent } from '#server/compute/dial-agent.ts';
import { dialWhenUp, engine, Laboratory, shell, type Workspace } from './support.ts';

const laboratory = new Laboratory();
/** Says the number of bytes it was sent once they have ended, then a good deal more. On IPv4 loopback and on IPv6 loopback. */
const SERVER = `
const net = require('node:net');
const counting = (socket) => {
  let bytes = 0;
  socket.on('data', (chunk) => { bytes += chunk.length; });
  socket.on('end', () => { socket.write(bytes + '\\n'); socket.end(Buffer.alloc(2_000_000, 'y')); });
  socket.on('error', () => {});
};
net.createServer({ allowHalfOpen: true }, counting).listen(4001, '127.0.0.1');
net.createServer({ allowHalfOpen: true }, counting).on('error', () => {}).listen(4002, '::1');
net.createServer((socket) => { socket.on('error', () => {}); socket.pipe(socket); }).listen(4003, '127.0.0.1');
net.createServer({ allowHalfOpen: true }, (socket) => { socket.end('first\\n'); socket.on('data', (chunk) => { require('node:fs').appendFileSync('/tmp/after', chunk); }); }).listen(4004, '127.0.0.1');
`;
let workspace: Workspace;
let host: string;

beforeAll(async () => {
  await laboratory.open();
  workspace = await laboratory.workspace({ image: await laboratory.image() });
  const server = await engine.exec(workspace.name, { command: ['node', '-e', SERVER] });
  server.stdout.resume();
  server.stderr.resume();
  (await dialWhenUp(workspace.name, 4004)).destroy();
  host = Object.values((await engine.inspect(workspace.name)).ipAddresses)[0]!;
});
afterAll(() => laboratory.close());

async function greet(line: string): Promise<string> {
  const socket = connect({ host, port: AGENT_PORT });
  socket.write(line);
  return text(socket);
}

test.each(['a wrong one of the same length'.padEnd(32, 'x'), '', 'short', 'x'.repeat(200)])(
  'refuses the token %j',
  async (token) => {
    expect(await greet(`SLIPWAY/1 ${token.replaceAll(' ', '_')} 4003\n`)).toBe('ERR denied\n');
  },
);

test('refuses what is no greeting, and hangs up on a line without end', async () => {
  expect(await greet('GET / HTTP/1.1\n')).toBe('ERR denied\n');
  for (const port of ['0', '65536', '-1', '4003x', ' 4003', '']) {
    expect(await greet(`SLIPWAY/1 ${workspace.token} ${port}\n`)).toBe('ERR denied\n');
  }
  // It closes with bytes unread, which resets the connection.
  await expect(greet('x'.repeat(5000)).catch(() => 'hung up')).resolves.toMatch(/^(hung up)?$/);
});

test('tells that nothing listens', async () => {
  await expect(engine.dial(workspace.name, 4999)).rejects.toMatchObject({ kind: 'port-not-listening' });
  await expect(dialAgent({ host, token: 'x'.repeat(32) }, 4003)).rejects.toMatchObject({ kind: 'conflict' });
});

test.for([4001, 4002])(
  'half-closes towards the service on port %i and still brings its answer',
  async (port, { skip }) => {
    // Docker leaves IPv6 off, loopback included, unless its network has it.
    if (port === 4002 && !(await shell(workspace.name, 'cat /proc/net/if_inet6'))) skip();
    const stream = await engine.dial(workspace.name, port);
    stream.end(Buffer.alloc(5_000_000, 'x'));
    const answer = await text(stream);
    expect(answer.slice(0, 8)).toBe('5000000\n');
    expect(answer).toHaveLength(2_000_008);
  },
);

test('half-closes towards the client and still takes its bytes', async () => {
  const stream = await engine.dial(workspace.name, 4004);
  expect(await text(stream)).toBe('first\n');
  stream.end('still here');
  await expect.poll(() => shell(workspace.name, 'cat /tmp/after')).toBe('still here');
});

test('holds the sender back while nobody reads', async () => {
  const stream = await engine.dial(workspace.name, 4003);
  let accepted = 0;
  while (accepted < 200_000_000) {
    accepted += 1_000_000;
    if (stream.write(Buffer.alloc(1_000_000))) continue;
    if (await Promise.race([once(stream, 'drain').then(() => false), settled(stream)])) break;
  }
  expect(accepted).toBeLessThan(200_000_000);
  stream.destroy();
});

/** True once the same number of bytes waits to be written for a while: nothing moves any more. */
async function settled(stream: Duplex): Promise<boolean> {
  let before = -1;
  while (before !== stream.writableLength) {
    before = stream.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return true;
}

test('carries 200 conversations at once and keeps nothing of them', async () => {
  const streams = await Promise.all(Array.from({ length: 200 }, () => engine.dial(workspace.name, 4003)));
  const answers = await Promise.all(
    streams.map((stream, index) => {
      stream.end(`hello ${index} `.repeat(1000));
      return text(stream);
    }),
  );
  for (const [index, answer] of answers.entries()) expect(answer).toBe(`hello ${index} `.repeat(1000));
  const agent = '$(pgrep -x slipway-agent)';
  await expect.poll(() => shell(workspace.name, `ls /proc/${agent}/task | wc -l`)).toBe('1');
});

test('runs as nobody, and its token is out of sight', async () => {
  expect(await shell(workspace.name, 'ps -o user= -C slipway-agent')).toBe('nobody');
  expect(
    await shell(workspace.name, 'sudo cat /proc/$(pgrep -x slipway-agent)/environ 2>/dev/null | grep -c TOKEN || true'),
  ).toBe('0');
});
