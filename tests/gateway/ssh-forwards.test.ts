import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { retry } from '#tests/support/retry.ts';
import { background, engine } from './container.ts';
import { exitOf } from './run.ts';
import { createSshFixture, type SshFixture, until } from './ssh-fixture.ts';

/** In the workspace, on a unix socket: sends back what it was sent, once that has ended. */
const ECHO = `
const { createServer } = require('node:net');
createServer({ allowHalfOpen: true }, (socket) => {
  const chunks = [];
  socket.on('error', () => {});
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('end', () => socket.end(Buffer.concat(chunks)));
}).listen('/tmp/echo.sock');
`;
/** In the workspace: sends its input to a port of its own and shows what comes back. */
const CALL = `
const socket = require('node:net').connect({ port: Number(process.argv[1]), host: '127.0.0.1', allowHalfOpen: true });
process.stdin.pipe(socket).pipe(process.stdout);
socket.on('error', (error) => { console.log(error.code); process.exit(1); });
`;
/** What port it was given, ssh tells only with `-v`. */
const OPEN = [
  '-v',
  '-N',
  '-o',
  'ExitOnForwardFailure=yes',
  '-o',
  'PermitLocalCommand=yes',
  '-o',
  'LocalCommand=echo in',
];

let box: SshFixture;
/** On the client's machine: sends back what it was sent, once that has ended. */
let mine: Server;
let myPort: number;

beforeAll(async () => {
  box = await createSshFixture();
  await background(box.container.id, ['node', '-e', ECHO]);
  mine = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    buffer(socket).then(
      (sent) => socket.end(sent),
      () => undefined,
    );
  });
  mine.listen(0, '127.0.0.1');
  await once(mine, 'listening');
  myPort = (mine.address() as AddressInfo).port;
});
afterAll(async () => {
  mine?.close();
  await box?.close();
});
beforeEach(() => box.reset());

async function throughSocket(file: string, sent: Buffer): Promise<Buffer> {
  const socket = await retry(async () => {
    const dialled = connect({ path: file, allowHalfOpen: true });
    await once(dialled, 'connect');
    return dialled;
  });
  socket.on('error', () => undefined);
  socket.end(sent);
  return buffer(socket);
}
const call = (port: number | string, input: Buffer) =>
  engine.run(box.container.id, { command: ['node', '-e', CALL, String(port)], input });
/** The port that `ssh -R 0:…` was given, once it is there. */
async function chosenPort(stderr: NodeJS.ReadableStream): Promise<string> {
  return /Allocated port (\d+)/.exec(await until(stderr as never, /Allocated port \d+/))?.[1] ?? '';
}

test('-L leads to a unix socket of the workspace that dev may use, and to no other', async () => {
  const [good, gone, forbidden] = ['good', 'gone', 'forbidden'].map((name) => path.join(box.client.folder, name));
  const targets = ['/tmp/echo.sock', '/tmp/nothing.sock', '/var/run/forbidden.sock'];
  await engine.run(box.container.id, {
    user: 'root',
    command: [
      'sh',
      '-c',
      `node -e "require('net').createServer().listen('${targets[2]}')" & sleep 0.5; chmod 600 ${targets[2]}`,
    ],
  });
  const forwards = [good, gone, forbidden].flatMap((file, at) => ['-L', `${file}:${targets[at]}`]);
  const tunnel = box.open([...OPEN, ...forwards]);
  const sent = randomBytes(3_000_000);
  expect((await throughSocket(good as string, sent)).equals(sent)).toBe(true);
  expect(await throughSocket(gone as string, sent).catch(() => Buffer.alloc(0))).toHaveLength(0);
  expect(await throughSocket(forbidden as string, sent).catch(() => Buffer.alloc(0))).toHaveLength(0);
  tunnel.kill('SIGKILL');
  await exitOf(tunnel);
  for (const file of [good, gone, forbidden]) await rm(file as string, { force: true });
});

test('-R is a port of the workspace’s loopback address alone, for many at once, and ends with the connection', async () => {
  const tunnel = box.open([...OPEN, '-R', `0.0.0.0:0:127.0.0.1:${myPort}`]);
  const port = await chosenPort(tunnel.stderr as never);
  const sent = Array.from({ length: 8 }, (_, at) => Buffer.alloc(200_000, at));
  const answers = await Promise.all(sent.map((each) => call(port, each)));
  expect(answers.map(({ stdout }) => stdout)).toEqual(sent.map((each) => each.toString()));

  const addresses = await box.inside(`cat /proc/net/tcp /proc/net/tcp6`);
  const hex = Number(port).toString(16).toUpperCase().padStart(4, '0');
  const listening = [...addresses.matchAll(/^ *\d+: (\w+):(\w+) \w+:\w+ 0A/gm)].filter(([, , at]) => at === hex);
  expect(listening.map(([, address]) => address)).toEqual(['0100007F']);

  tunnel.kill('SIGKILL');
  await exitOf(tunnel);
  await expect.poll(async () => (await call(port, Buffer.from('x'))).stdout).toBe('ECONNREFUSED\n');
});

test('-R lets a visitor go when nobody answers on the client’s side', async () => {
  const tunnel = box.open([...OPEN, '-R', '0:127.0.0.1:1']);
  const port = await chosenPort(tunnel.stderr as never);
  expect((await call(port, Buffer.from('x'))).stdout).toBe('');
  tunnel.kill('SIGKILL');
  await exitOf(tunnel);
});

/** ssh asks only once for what is the same. */
const listeners = (count: number) => Array.from({ length: count }, (_, at) => ['-R', `0:127.0.0.1:${at + 1}`]).flat();

test('-R refuses a port that is taken, and more than eight of one connection', async () => {
  const taken = box.open([...OPEN, '-R', `7070:127.0.0.1:${myPort}`]);
  expect(await exitOf(taken)).toBe(255);
  const nine = box.open([...OPEN, ...listeners(9)]);
  expect(await exitOf(nine)).toBe(255);
  const eight = box.open([...OPEN, ...listeners(8)]);
  expect(await until(eight.stdout as never, /in/)).toBe('in\n');
  eight.kill('SIGKILL');
  await exitOf(eight);
});

test('-R ends when the workspace stops, and says so', async () => {
  const tunnel = box.open([...OPEN, '-R', `0:127.0.0.1:${myPort}`]);
  const said = text(tunnel.stderr as never);
  await until(tunnel.stdout as never, /in/);
  await box.change({ status: 'Offline' });
  expect(await exitOf(tunnel)).toBe(255);
  expect(await said).toContain('This workspace has stopped.');
});
