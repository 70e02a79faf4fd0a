import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { addMessage } from '#server/features/instances/index.ts';
import { memberships } from '#server/features/people/tables.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { newId } from '#server/platform/ids.ts';
import { attachRealtime, type Realtime } from '#server/realtime/attach-realtime.ts';
import { type ClientToServer, rooms, type ServerToClient } from '#shared/api/rooms.ts';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { addGroup } from '#shared/features/groups/contract.ts';
import { createTestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';

type Client = Socket<ServerToClient, ClientToServer>;

let dependencies: TestDependencies;
let server: Server;
let realtime: Realtime;
let address: string;
let here: MintedOrganization;
let there: MintedOrganization;
let lead: MintedUser;
let workspaceId: string;
const open: Client[] = [];

beforeAll(async () => {
  dependencies = await createTestDependencies();
  server = createServer();
  realtime = await attachRealtime(server, dependencies, { resolveSession });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  here = await mintOrganization(dependencies);
  there = await mintOrganization(dependencies);
  lead = await mintUser(dependencies, here.organizationId, 'lead');
  workspaceId = newId();
  await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: lead.userId },
    { id: workspaceId, name: 'w', slug: workspaceId, status: 'Pending', containerId: null },
  );
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(async () => {
  await realtime?.close();
  server?.close();
  await dependencies?.close();
});

function client(options: { key?: string; cookie?: string; origin?: string }): Client {
  const extraHeaders = {
    ...(options.cookie && { cookie: `${SESSION_COOKIE}=${options.cookie}` }),
    ...(options.origin && { origin: options.origin }),
  };
  const socket: Client = io(address, {
    auth: options.key ? { sessionKey: options.key } : {},
    extraHeaders,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  open.push(socket);
  return socket;
}

const connected = (socket: Client): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
const join = (socket: Client, room: string): Promise<boolean> =>
  new Promise((resolve) => socket.emit('joinRoom', room, resolve));
const message = (socket: Client) =>
  new Promise<{ room: string; message: unknown }>((resolve) => socket.once('messageReceived', resolve));

async function signedIn(who: MintedUser): Promise<Client> {
  const socket = client({ key: who.key });
  expect(await connected(socket)).toBe(true);
  return socket;
}

test('a socket needs a session: a key, or the cookie from one of our own pages', async () => {
  expect(await connected(client({}))).toBe(false);
  expect(await connected(client({ key: 'nonsense' }))).toBe(false);
  expect(await connected(client({ key: lead.key }))).toBe(true);
  expect(await connected(client({ cookie: lead.key, origin: dependencies.config.publicUrl }))).toBe(true);
  expect(await connected(client({ cookie: lead.key, origin: address }))).toBe(true);
  expect(await connected(client({ cookie: lead.key, origin: 'https://evil.example' }))).toBe(false);
  expect(await connected(client({ cookie: lead.key, origin: 'null' }))).toBe(false);
});

test('rooms are joined by those who may see what is told there', async () => {
  const other = await mintUser(dependencies, here.organizationId, 'lead');
  const names = [rooms.workspaceInit(workspaceId), rooms.workspace(workspaceId)];
  for (const [who, may] of [
    [lead, true],
    [here.owner, true],
    [other, false],
    [there.owner, false],
  ] as const) {
    const socket = await signedIn(who);
    for (const name of names) expect(await join(socket, name)).toBe(may);
    const ours = who !== there.owner;
    expect(await join(socket, rooms.organizationWorkspaces(here.organizationId))).toBe(ours);
  }
  const socket = await signedIn(lead);
  for (const name of ['', '/workspace/x', '/other/1', socket.id ?? '', `${names[0]}/`, 7 as never]) {
    expect(await join(socket, name)).toBe(false);
  }
});

test('an init message reaches the room when its transaction commits, and nobody else', async () => {
  const [inside, outside] = [await signedIn(lead), await signedIn(here.owner)];
  await join(inside, rooms.workspaceInit(workspaceId));
  await join(outside, rooms.organizationWorkspaces(here.organizationId));
  const heard: unknown[] = [];
  outside.on('messageReceived', (event) => heard.push(event));
  const received = message(inside);
  const said = { id: workspaceId, revision: 1, code: 'W01', text: 'rolled back' };
  await dependencies.db
    .transaction(async (tx) => {
      await addMessage(dependencies, tx, workspaceKind, said);
      throw new Error('no');
    })
    .catch(() => undefined);
  for (const text of ['Kept', 'Kept']) {
    await dependencies.db.transaction((tx) => addMessage(dependencies, tx, workspaceKind, { ...said, text }));
  }
  expect(await received).toMatchObject({
    room: rooms.workspaceInit(workspaceId),
    message: { number: 1, code: 'W01', message_code: 'W01', message_text: 'Kept' },
  });
  const next = message(inside);
  await dependencies.db.transaction((tx) => addMessage(dependencies, tx, workspaceKind, { ...said, text: 'Next' }));
  expect(await next).toMatchObject({ message: { number: 2, message_text: 'Next' } });
  expect(heard).toEqual([]);
});

test('who loses the right to a workspace hears nothing of it any more', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const [losing, staying] = [await signedIn(admin), await signedIn(here.owner)];
  for (const socket of [losing, staying]) {
    await join(socket, rooms.workspace(workspaceId));
    await join(socket, rooms.organizationWorkspaces(here.organizationId));
  }
  const heard: string[] = [];
  losing.on('messageReceived', (event) => heard.push(event.room));
  await dependencies.db.transaction(async (tx) => {
    await tx.update(memberships).set({ role: 'user' }).where(eq(memberships.userId, admin.userId));
    await dependencies.bus.notify(tx, 'access_changed', { reason: 'test' });
  });
  // Joining waits for nothing: the room is refused as soon as the change is known, and left soon after.
  await expect.poll(() => join(losing, rooms.workspace(workspaceId))).toBe(false);
  await expect
    .poll(async () => {
      heard.length = 0;
      const told = message(staying);
      await dependencies.publish(dependencies.db, 'workspace', workspaceId, { id: workspaceId });
      await told;
      const both = message(losing);
      await dependencies.publish(dependencies.db, 'workspaces', here.organizationId, { id: workspaceId });
      await both;
      return heard;
    })
    .toEqual([rooms.organizationWorkspaces(here.organizationId)]);
});

test('a socket ends with its session', async () => {
  const user = await mintUser(dependencies, here.organizationId, 'user');
  const socket = await signedIn(user);
  const told = new Promise<void>((resolve) => socket.once('signedOut', resolve));
  const gone = new Promise((resolve) => socket.once('disconnect', resolve));
  await dependencies.db.transaction(async (tx) => {
    const ended = await tx.delete(sessions).where(eq(sessions.userId, user.userId)).returning({ id: sessions.id });
    await dependencies.bus.notify(tx, 'sessions_ended', { ids: ended.map((session) => session.id) });
  });
  await Promise.all([told, gone]);
  expect(await connected(client({ key: user.key }))).toBe(false);
});

test('a change of people or groups is heard by the others of the organization', async () => {
  const { call } = createTestClient(createApp(dependencies));
  const socket = await signedIn(await mintUser(dependencies, here.organizationId, 'admin'));
  await join(socket, rooms.organization(here.organizationId));
  const told = message(socket);
  const body = { name: `Group ${newId()}`, admin_users: [], users: [] };
  expect((await call(addGroup, { body }, { key: here.owner.key })).status).toBe(200);
  expect(await told).toMatchObject({ room: rooms.organization(here.organizationId) });
});

test('whatever a program prints fits into a live message, its end at least', async () => {
  const inside = await signedIn(here.owner);
  await join(inside, rooms.workspaceInit(workspaceId));
  for (const [revision, text] of ['\x01', '"', '\\', '🚢', 'é'].map((each) => each.repeat(5000)).entries()) {
    const heard = message(inside);
    const said = { id: workspaceId, revision: revision + 2, code: 'W06', text: `${text} the end` };
    await dependencies.db.transaction((tx) => addMessage(dependencies, tx, workspaceKind, said));
    const { message_text: told } = (await heard).message as { message_text: string };
    expect(told).toMatch(/^….* the end$/su);
  }
});
