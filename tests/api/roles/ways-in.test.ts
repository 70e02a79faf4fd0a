import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { announce } from '#server/features/instances/index.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import { announceSnapshot } from '#server/features/snapshots/announce.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import type { GatewayDirectory } from '#server/gateway/directory.ts';
import { openWorkspace, tellWay } from '#server/gateway/http/open.ts';
import { attachRealtime, type Realtime } from '#server/realtime/attach-realtime.ts';
import type { RoomKind } from '#shared/api/rooms.ts';
import { TERMINAL_NAMESPACE } from '#shared/api/terminal.ts';
import { TOKEN_SCOPES } from '#shared/features/auth/token-scopes.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { EVERYONE, MANAGERS, MEMBERS, type Member, OWN, type Rule, SEEN, WHOSE, type Whose } from './rules.ts';
import { buildWorld, type Person, type World } from './world.ts';

const TERMINAL = 'gateway: a web terminal';
const CERTIFICATE = 'gateway: a workspace over SSH, with a certificate';

let world: World;
let server: Server;
let realtime: Realtime;
let address: string;
let directory: GatewayDirectory;

beforeAll(async () => {
  world = await buildWorld();
  directory = createDirectory(world.dependencies);
  // An item of the catalogue that has pages.
  await world.dependencies.sql`update services set catalogue_id = 'adminer'`;
  server = createServer();
  realtime = await attachRealtime(server, world.dependencies, { resolveSession });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await realtime?.close();
  server?.close();
  await world?.close();
});

type House = World['home'];

interface Way {
  who: Rule;
  /** Is the person let in? */
  ask(me: Person, it: Person, house: House): Promise<boolean>;
}

/** Owner and admin, and whoever holds it: nobody else opens a service. */
const HELD: Rule = {
  personal: true,
  member: (who, whose) => (MANAGERS.member(who, 'own') === 'yes' || whose === 'own' ? 'yes' : 404),
};

const room = (who: Rule, kind: RoomKind, id: (it: Person, house: House) => string): Way => ({
  who,
  ask: (me, it, house) => joins(me, `/${kind}/${id(it, house)}`),
});

/** Who is let in by every way in except the API. */
const WAYS: Record<`room ${RoomKind}` | `gateway: ${string}`, Way> = {
  'room workspace': room(SEEN, 'workspace', (it) => it.workspaceID),
  'room workspaceinit': room(SEEN, 'workspaceinit', (it) => it.workspaceID),
  'room service': room(SEEN, 'service', (it) => it.organizationServiceID),
  'room serviceinit': room(SEEN, 'serviceinit', (it) => it.organizationServiceID),
  'room hostinit': room(MANAGERS, 'hostinit', (_, house) => house.serverID),
  'room hosts': room(MANAGERS, 'hosts', (_, house) => house.organizationId),
  'room workspaces': room(EVERYONE, 'workspaces', (_, house) => house.organizationId),
  'room services': room(EVERYONE, 'services', (_, house) => house.organizationId),
  'room snapshots': room(EVERYONE, 'snapshots', (_, house) => house.organizationId),
  'room person': room(OWN, 'person', (it) => it.userId),
  'room organization': room(EVERYONE, 'organization', (_, house) => house.organizationId),
  'gateway: the IDE of a workspace': { who: SEEN, ask: (me, it) => opens(me, `w-${it.username}`) },
  'gateway: a port of a workspace': { who: SEEN, ask: (me, it) => opens(me, `w-${it.username}-3000`) },
  'gateway: a port for the organization': {
    who: EVERYONE,
    async ask(me, it) {
      const { sql } = world.dependencies;
      await sql`update workspaces set port_3000_visibility = 'organization' where id = ${it.workspaceID}`;
      const opened = await opens(me, `w-${it.username}-3000`);
      await sql`update workspaces set port_3000_visibility = 'private' where id = ${it.workspaceID}`;
      return opened;
    },
  },
  'gateway: the page of a service': { who: HELD, ask: (me, it) => opens(me, `s-${it.username}`) },
  'gateway: a workspace over SSH': {
    who: SEEN,
    ask: async (me, it) => (await directory.allowedKeys(it.workspaceID)).some(({ userId }) => userId === me.userId),
  },
  [CERTIFICATE]: {
    who: SEEN,
    async ask(me, it) {
      const { sessionId = '' } = (await resolveSession(world.dependencies, me.key)) ?? {};
      return (await directory.certifiedUser(`session:${sessionId}`, it.workspaceID)) === me.userId;
    },
  },
  [TERMINAL]: { who: SEEN, ask: terminal },
};

test.each(Object.entries(WAYS))('%s', async (_, { who, ask }) => {
  const { home, away, here, there, theirUser, operator, pending, deleted } = world;
  for (const role of MEMBERS) {
    const me = here[role];
    for (const whose of who.personal ? WHOSE : (['own'] as const)) {
      const answer = [role, whose, await ask(me, thingsOf(role, whose), home)];
      expect(answer).toEqual([role, whose, who.member(role, whose) === 'yes']);
    }
    expect([role, await ask(me, there, away)]).toEqual([role, false]);
  }
  for (const [name, stranger] of Object.entries({ there, theirUser, operator, pending, deleted })) {
    expect([name, await ask(stranger, here.owner, home)]).toEqual([name, false]);
    // Somebody whose membership has not begun or has ended is let in to nothing that is still in their name.
    const left = stranger === pending || stranger === deleted;
    if (left) expect([name, await ask(stranger, stranger, home)]).toEqual([name, false]);
  }
});

/** What a token must be allowed for each way; rooms only show. */
const scopeOf = (way: string) => (way.startsWith('room') ? 'read' : 'use');
/** Of the whole organization: a limited token joins none. */
const SHARED = /^room (hosts|workspaces|services|snapshots|organization|hostinit)$/;

test('sockets and SSH let a token in by its scope and its workspaces alone', async () => {
  const { dependencies, home, here, other } = world;
  const { owner } = here;
  const whose = { userId: owner.userId, organizationId: home.organizationId };
  const ways = Object.entries(WAYS).filter(
    ([way]) => way.startsWith('room') || way === TERMINAL || way === CERTIFICATE,
  );
  const ask = (way: string, token: { id: string; token: string }, it: Person) =>
    way === CERTIFICATE
      ? directory.certifiedUser(`token:${token.id}`, it.workspaceID).then((userId) => userId !== null)
      : (WAYS[way as keyof typeof WAYS] as Way).ask({ ...owner, key: token.token }, it, home);
  for (const scope of TOKEN_SCOPES) {
    const token = await mintApiToken(dependencies, whose, { scopes: [scope] });
    for (const [way] of ways) {
      const expected = scope === 'everything' || scope === scopeOf(way);
      expect([scope, way, await ask(way, token, owner)]).toEqual([scope, way, expected]);
    }
  }
  const some = await mintApiToken(dependencies, whose, { reach: 'some', workspaceIds: [owner.workspaceID] });
  for (const [way] of ways) {
    const isService = /^room service/.test(way);
    const theirs = !SHARED.test(way) && !isService;
    expect([way, await ask(way, some, owner), await ask(way, some, other)]).toEqual([way, theirs, false]);
  }
});

const thingsOf = (role: Member, whose: Whose): Person =>
  whose === 'own' ? world.here[role] : whose === 'grouped' ? world.here.grouped : world.other;

function connect(key: string, namespace = '', auth: object = {}): Socket {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  return io(address + namespace, { ...options, auth: { sessionKey: key, ...auth } });
}

test('what the organization’s rooms say names nothing that the listener may not see', async () => {
  const { dependencies, home, here, other, wordsOfOther } = world;
  const { organizationId } = home;
  const socket = connect(here.lead.key);
  const heard: string[] = [];
  socket.on('messageReceived', ({ room: name, message }) => heard.push(`${name} ${JSON.stringify(message)}`));
  await once(socket as never, 'connect');
  for (const kind of ['workspaces', 'services', 'snapshots'])
    expect(await socket.emitWithAck('joinRoom', `/${kind}/${organizationId}`)).toBe(true);
  await dependencies.db.transaction(async (tx) => {
    await announce(dependencies, tx, workspaceKind, {
      id: other.workspaceID,
      slug: `w-${other.username}`,
      organizationId,
    });
    await announce(dependencies, tx, serviceKind, {
      id: other.organizationServiceID,
      slug: `s-${other.username}`,
      organizationId,
    });
    await announceSnapshot(dependencies, tx, { organizationId, safety: false });
  });
  await expect.poll(() => heard).toHaveLength(3);
  expect(wordsOfOther.filter((word) => heard.join().includes(word))).toEqual([]);
  socket.disconnect();
});

function joins({ key }: Person, name: string): Promise<boolean> {
  const socket = connect(key);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => socket.emit('joinRoom', name, resolve));
    socket.once('connect_error', () => resolve(false));
  }).finally(() => socket.disconnect());
}

/** The workspaces do not run: whoever may have a terminal hears that. */
function terminal({ key }: Person, { workspaceID: workspaceId }: Person): Promise<boolean> {
  const socket = connect(key, TERMINAL_NAMESPACE, { workspaceId, cols: 80, rows: 24 });
  return new Promise<boolean>((resolve) => {
    socket.once('closed', (end) => resolve(end === 'stopped'));
    socket.once('connect_error', () => resolve(false));
  }).finally(() => socket.disconnect());
}

/** The sign-in of the gateway: on to the workspace with a code, or a page that says why not. */
async function opens({ key }: Person, host: string): Promise<boolean> {
  const { dependencies } = world;
  const actor = await resolveSession(dependencies, key);
  const query = { host: `${host}.${dependencies.config.workspaceDomain}` };
  const answer = await openWorkspace({ ...dependencies, directory }, actor, query);
  const location = answer.headers.get('location') ?? '';
  const isIn = answer.status === 302 && new URL(location).hostname.startsWith(host);
  const told = await tellWay({ ...dependencies, directory }, actor, query);
  const { url = null } = (await told.json()) as { url?: string };
  expect([told.status === 200, url !== null && new URL(url).hostname.startsWith(host)]).toEqual([isIn, isIn]);
  return isIn;
}
