import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import ssh2, { type Client } from 'ssh2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngines } from '#server/compute/engines.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { createTcpGateway, type TcpGateway } from '#server/gateway/tcp/tcp-gateway.ts';
import { newId } from '#server/platform/ids.ts';
import { MemoryDirectory } from '#tests/gateway/memory-directory.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { freePort } from '#tests/support/free-port.ts';
import { scripts, settled } from '#tests/support/hostile.ts';
import { newKeyPair } from '#tests/support/ssh-key.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

/** Below ssh2's public calls, to send what no client would. */
interface Below {
  _protocol: {
    _packetRW: { write: { alloc(size: number): Buffer; allocStart: number; finalize(packet: Buffer): Buffer } };
    _cipher: { encrypt(packet: Buffer): void };
  };
  _sock: Socket;
}

let dependencies: TestDependencies;
let gateway: SshGateway;
let tcp: TcpGateway;
let tcpPort: number;
let port: number;
let key: string;
let uncaught: ReturnType<typeof collectUncaught>;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  const directory = new MemoryDirectory();
  const target = directory.add('box', 'container');
  const pair = newKeyPair('ed25519', 256);
  key = pair.private;
  const parsed = ssh2.utils.parseKey(pair.public);
  if (parsed instanceof Error) throw parsed;
  directory.keys.set(target.workspaceId, [{ userId: newId(), publicKey: pair.public, fingerprint: 'SHA256:x' }]);
  tcpPort = await freePort();
  directory.tcp.push({ port: tcpPort, containerPort: 80, engineId: 'local', containerId: 'container' });
  const engines = createEngines({ engines: [{ id: 'local', socketPath: '/nowhere/docker.sock' }] });
  gateway = await createSshGateway({ ...dependencies, directory, engines, hostKeys: await loadHostKeys(dependencies) });
  ({ port } = (await gateway.listen(0, '127.0.0.1')) as AddressInfo);
  tcp = createTcpGateway({ ...dependencies, directory, engines });
  await tcp.listen('127.0.0.1');
  uncaught = collectUncaught();
});
beforeEach(() => void uncaught.errors.splice(0));
afterAll(async () => {
  uncaught?.end();
  await gateway?.close();
  await tcp?.close();
  await dependencies?.close();
});

async function signIn(): Promise<Client> {
  const client = new ssh2.Client();
  client.on('error', () => undefined);
  client.connect({ host: '127.0.0.1', port, username: 'box', privateKey: key });
  await once(client, 'ready');
  return client;
}

const closed = (emitter: Client | Socket) => new Promise<void>((resolve) => emitter.once('close', () => resolve()));

/** A person like any other is let in, and told that the workspace can't be reached. */
async function stillServes(): Promise<void> {
  const client = await signIn();
  const code = await new Promise((resolve, reject) => {
    client.exec('true', (error, channel) => {
      if (error) return reject(error);
      channel.resume().stderr.resume();
      channel.on('exit', resolve);
    });
  });
  expect(code).toBe(255);
  client.end();
}

function sendPacket(client: Client, payload: Buffer): void {
  const { _protocol: protocol, _sock: socket } = client as unknown as Below;
  if (!socket.writable) return;
  const { write } = protocol._packetRW;
  const start = write.allocStart;
  const packet = write.alloc(payload.length);
  payload.copy(packet, start);
  protocol._cipher.encrypt(write.finalize(packet));
}

const text = (value: string) => {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([uint(bytes.length), bytes]);
};
function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const number = fc.constantFrom(0, 1, 2, 511, 512, 32_768, 2 ** 31, 2 ** 32 - 1);
const word = fc.oneof(
  fc.constantFrom('', '\0', 'TERM', 'LANG', 'x'.repeat(2000), '127.0.0.1', 'localhost', 'sftp', 'KILL', '%s'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const CHANNEL_OPEN = 90;
const CHANNEL_REQUEST = 98;
const opening = fc
  .tuple(
    fc.constantFrom('session', 'direct-tcpip', 'x11', 'auth-agent@openssh.com', 'forwarded-tcpip'),
    number,
    number,
    number,
    word,
    number,
    word,
    number,
  )
  .map(([type, id, window, packet, host, hostPort, from, fromPort]) =>
    Buffer.concat([
      Buffer.of(CHANNEL_OPEN),
      text(type),
      uint(id),
      uint(window),
      uint(packet),
      text(host),
      uint(hostPort),
      text(from),
      uint(fromPort),
    ]),
  );
const asking = fc
  .tuple(
    number,
    fc.constantFrom(
      'pty-req',
      'env',
      'shell',
      'exec',
      'subsystem',
      'window-change',
      'signal',
      'auth-agent-req@openssh.com',
      'x11-req',
      'exit-status',
      'break',
    ),
    fc.constantFrom(0, 1, 255),
    word,
    word,
    number,
    number,
  )
  .map(([id, name, reply, one, two, cols, rows]) =>
    Buffer.concat([
      Buffer.of(CHANNEL_REQUEST),
      uint(id),
      text(name),
      Buffer.of(reply),
      text(one),
      text(two),
      uint(cols),
      uint(rows),
      uint(0),
      uint(0),
      text(''),
    ]),
  );
const anything = fc
  .tuple(fc.integer({ min: 0, max: 255 }), number, fc.uint8Array({ maxLength: 40 }))
  .map(([type, id, rest]) => Buffer.concat([Buffer.of(type), uint(id), rest]));
const packets = fc.array(fc.oneof(opening, asking, anything), { minLength: 1, maxLength: 12 });

test('bytes that are no SSH end their own connection and nothing else', async () => {
  const greeting = fc.constantFrom(
    'SSH-2.0-x\r\n',
    'SSH-2.0-OpenSSH_9.6\r\n',
    'SSH-1.99-x\n',
    'GET / HTTP/1.1\r\n\r\n',
    '\0\0\0\x0c\x0a\x14',
    '\xff\xff\xff\xff',
  );
  await fc.assert(
    fc.asyncProperty(scripts(greeting), async ({ pieces, end }) => {
      const socket = connect(port, '127.0.0.1');
      const gone = closed(socket.on('error', () => undefined).resume());
      await once(socket, 'connect');
      for (const piece of pieces) socket.write(piece);
      if (end === 'end') socket.end();
      await settled();
      if (end === 'reset') socket.resetAndDestroy();
      else socket.destroy();
      await gone;
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    // Below what an address may fail at.
    { numRuns: 40 },
  );
  await stillServes();
});

test('whatever somebody who is signed in sends ends their own connection at most', async () => {
  await fc.assert(
    fc.asyncProperty(packets, fc.boolean(), async (sent, reset) => {
      const client = await signIn();
      const gone = closed(client);
      for (const packet of sent) sendPacket(client, packet);
      await settled();
      const { _sock: socket } = client as unknown as Below;
      if (reset) socket.resetAndDestroy();
      else client.end();
      await gone;
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 60 },
  );
  await stillServes();
});

test.each([0, 1, 511])('a channel whose packets hold %i bytes is closed, and not written to for ever', async (size) => {
  const client = await signIn();
  const open = Buffer.concat([Buffer.of(CHANNEL_OPEN), text('session'), uint(0), uint(2 ** 21), uint(size)]);
  const run = Buffer.concat([Buffer.of(CHANNEL_REQUEST), uint(0), text('exec'), Buffer.of(0), text('true')]);
  const got: number[] = [];
  const { _sock: socket } = client as unknown as Below;
  socket.on('data', (chunk: Buffer) => got.push(chunk.length));
  sendPacket(client, open);
  sendPacket(client, run);
  await stillServes();
  expect(got.reduce((sum, length) => sum + length, 0)).toBeLessThan(10_000);
  client.end();
});

test('bytes and resets at a tcp port end their own connection and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(fc.constant('hello')), async ({ pieces, end }) => {
      const socket = connect(tcpPort, '127.0.0.1');
      const gone = closed(socket.on('error', () => undefined).resume());
      await once(socket, 'connect');
      for (const piece of pieces) socket.write(piece);
      if (end === 'end') socket.end();
      if (end === 'reset') socket.resetAndDestroy();
      await gone;
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 60 },
  );
  const [first, second] = [connect(tcpPort, '127.0.0.1'), connect(tcpPort, '127.0.0.1')];
  await Promise.all([first, second].map((socket) => once(socket.on('error', () => undefined).resume(), 'close')));
});
