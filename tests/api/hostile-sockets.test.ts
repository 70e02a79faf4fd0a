import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { newId } from '#server/platform/ids.ts';
import { attachRealtime, type Realtime } from '#server/realtime/attach-realtime.ts';
import { rooms } from '#shared/api/rooms.ts';
import { TERMINAL_NAMESPACE } from '#shared/api/terminal.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { scripts, settled } from '#tests/support/hostile.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

let dependencies: TestDependencies;
let server: Server;
let realtime: Realtime;
let port: number;
let here: MintedOrganization;
let workspaceId: string;
let uncaught: ReturnType<typeof collectUncaught>;

beforeAll(async () => {
  // No engine answers there: a terminal that is let in ends at once.
  dependencies = await createTestDependencies({ environment: { SLIPWAY_DOCKER_SOCKET: '/nowhere/docker.sock' } });
  server = createServer();
  realtime = await attachRealtime(server, dependencies, { resolveSession });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  here = await mintOrganization(dependencies);
  workspaceId = newId();
  await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: here.owner.userId },
    { id: workspaceId, name: 'w', slug: workspaceId, status: 'Active', containerId: 'container' },
  );
  uncaught = collectUncaught();
});
beforeEach(() => void uncaught.errors.splice(0));
afterAll(async () => {
  uncaught?.end();
  await realtime?.close();
  server?.close();
  await dependencies?.close();
});

async function stillServes(): Promise<void> {
  const auth = { sessionKey: here.owner.key };
  const socket = io(`http://127.0.0.1:${port}`, { auth, transports: ['websocket'], forceNew: true });
  expect(await socket.emitWithAck('joinRoom', rooms.workspace(workspaceId))).toBe(true);
  socket.disconnect();
}

/** Engine.io: 4 is a message; socket.io in it: 0 connect, 1 disconnect, 2 event, 3 ack, 4 error, 5 and 6 with attachments. */
const namespace = fc.constantFrom('', `${TERMINAL_NAMESPACE},`, '/none,', '/');
const event = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('joinRoom', 'leaveRoom', 'input', 'resize', 'disconnect', 'connect', '__proto__'),
      fc.jsonValue(),
    )
    .map((each) => JSON.stringify(each)),
  fc.json(),
  fc.constantFrom(
    '',
    '[]',
    '{',
    '[null]',
    '{"_placeholder":true,"num":9}',
    '["resize",{"cols":1e308,"rows":-1}]',
    '["input",{}]',
  ),
);
const message = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('40', '41', '42', '43', '44', '451-', '461-', '4', '49'),
      namespace,
      fc.constantFrom('', '0', '7'),
      event,
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('0', '1', '2', '3', '5', '6', 'b4AAAA', '\x1e', '4\x1e4'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.uint8Array({ maxLength: 30 }),
);

test('whatever a live socket sends ends that socket at most', async () => {
  const auth = () => JSON.stringify({ sessionKey: here.owner.key, workspaceId, cols: 80, rows: 24 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(message, { minLength: 1, maxLength: 10 }), async (signsIn, messages) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined);
      await once(socket, 'open');
      if (signsIn) for (const name of ['', `${TERMINAL_NAMESPACE},`]) socket.send(`40${name}${auth()}`);
      for (const each of messages) socket.send(each);
      await settled();
      socket.terminate();
      await closed;
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 120 },
  );
  await stillServes();
});

test('whatever comes to the web server’s port ends that connection at most', async () => {
  const head = fc.constantFrom(
    'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    'POST /socket.io/?EIO=4&transport=polling&sid=none HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n40',
    'POST /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n',
    'GET /\0 HTTP/9.9\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(scripts(head), async ({ pieces, end }) => {
      const socket = connect(port, '127.0.0.1');
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      for (const piece of pieces) socket.write(piece);
      await settled();
      if (end === 'reset') socket.resetAndDestroy();
      else socket.destroy();
      await closed;
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 120 },
  );
  await stillServes();
});
