import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { sessions } from '#server/features/auth/tables.ts';
import type { Actor } from '#server/features/context.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships } from '#server/features/people/tables.ts';
import { changeShare } from '#server/features/sharing/change-share.ts';
import { endShare } from '#server/features/sharing/end-share.ts';
import { shareTerminal } from '#server/features/sharing/share-terminal.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { attachRealtime, type Realtime } from '#server/realtime/attach-realtime.ts';
import {
  TERMINAL_NAMESPACE,
  type TerminalClientToServer,
  type TerminalEnd,
  type TerminalServerToClient,
} from '#shared/api/terminal.ts';
import type { ShareMode } from '#shared/features/sharing/model.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertGroup, insertWorkspace } from '#tests/support/things.ts';
import { startContainer, type TestContainer } from './container.ts';

type TerminalSocket = Socket<TerminalServerToClient, TerminalClientToServer>;

let dependencies: TestDependencies;
let server: Server;
let realtime: Realtime;
let address: string;
/** Of another process of the same installation. */
let elsewhere: { address: string; close(): Promise<void> };
let container: TestContainer;
let here: MintedOrganization;
let lead: MintedUser;
let workspaceId: string;
const open: Terminal[] = [];
/** Said when what was on the screen before has been repeated; the page takes input from then on. */
const READY = '7770;ready';

beforeAll(async () => {
  [dependencies, container] = await Promise.all([createTestDependencies(), startContainer()]);
  ({ server, realtime, address } = await listen());
  const other = await listen();
  elsewhere = {
    address: other.address,
    async close() {
      await other.realtime.close();
      other.server.close();
    },
  };
  here = await mintOrganization(dependencies);
  lead = await mintUser(dependencies, here.organizationId, 'lead');
  workspaceId = newId();
  await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: lead.userId },
    { id: workspaceId, name: 'w', slug: workspaceId, status: 'Active', containerId: container.id },
  );
});
async function listen() {
  const server = createServer();
  const realtime = await attachRealtime(server, dependencies, { resolveSession });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, realtime, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
afterEach(() => {
  for (const terminal of open.splice(0)) terminal.socket.disconnect();
});
afterAll(async () => {
  await elsewhere?.close();
  await realtime?.close();
  server?.close();
  await container?.remove();
  await dependencies?.close();
});

/** A terminal as the page has it: what has arrived, and why it ended. */
class Terminal {
  readonly socket: TerminalSocket;
  text = '';
  end: TerminalEnd | null = null;
  refused = false;
  /** Of a shared one: who is there, and as large as the owner's window. */
  people: string[] = [];
  size = '';

  constructor(key: string, options: { workspaceId?: string; shareId?: string; cols?: number; taking?: boolean } = {}) {
    const { cols = 80, taking = true, shareId } = options;
    const subject = shareId ? { shareId } : { workspaceId: options.workspaceId ?? workspaceId };
    const auth = { sessionKey: key, ...subject, cols, rows: 24 };
    this.socket = io(`${shareId ? elsewhere.address : address}${TERMINAL_NAMESPACE}`, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    this.socket.on('output', (data, taken) => {
      this.text += Buffer.from(data).toString();
      if (taking) taken();
    });
    this.socket.on('present', (people) => {
      this.people = people.map(({ id, mode }) => `${id} ${mode}`);
    });
    this.socket.on('resized', ({ cols, rows }) => {
      this.size = `${cols}x${rows}`;
    });
    this.socket.on('closed', (reason) => {
      this.end = reason;
    });
    this.socket.on('connect_error', () => {
      this.refused = true;
    });
    open.push(this);
  }

  async shows(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.text, { timeout: 15_000 }).toMatch(text);
  }

  async run(command: string, text: string | RegExp): Promise<void> {
    await this.shows(READY);
    this.socket.emit('input', `${command}\r`);
    await this.shows(text);
  }

  async ends(reason: TerminalEnd): Promise<void> {
    await expect.poll(() => this.end, { timeout: 15_000 }).toBe(reason);
    await expect.poll(() => this.socket.connected).toBe(false);
  }
}

test('a shell of dev in the project folder, as wide as the window, and it counts as activity', async () => {
  const terminal = new Terminal(lead.key, { cols: 111 });
  await terminal.run(
    'echo "$(whoami) $PWD $(tput cols) $((6*7)):$SLIPWAY_AGENT_TOKEN."',
    'dev /home/dev/project 111 42:.',
  );
  terminal.socket.emit('resize', { cols: 97, rows: 30 });
  await terminal.run('until stty size | grep -qx "30 97"; do sleep 0.05; done; echo resized-$((1+1))', 'resized-2');
  await expect
    .poll(
      async () =>
        (await dependencies.db.select().from(workspaces).where(eq(workspaces.id, workspaceId)))[0]?.lastAccessAt,
    )
    .toEqual(dependencies.clock.now());
});

test('the same shell is there again after a lost connection, with what was on the screen; another person has another', async () => {
  const before = new Terminal(lead.key);
  await before.run('secret=kept-$((40+2)); (sleep 1; echo late-$((1+1))) & echo begun-$((2+1))', 'begun-3');
  before.socket.disconnect();
  const after = new Terminal(lead.key);
  await after.shows(/begun-3[\s\S]*7770;ready/);
  await after.shows('late-2');
  await after.run('echo "$secret!"', 'kept-42!');
  const other = new Terminal(here.owner.key);
  await other.run('echo "[$secret]"', /\[\]/);
  expect(other.text).not.toContain('begun-3');
  await other.run('exit', 'logout');
  await other.ends('exited');
});

test('a program that writes more than the page takes has to wait, and nothing is lost', async () => {
  const slow = new Terminal(lead.key, { taking: false });
  await slow.run('seq 1 300000; echo end-$((3+4))', '5000');
  const stuckAt = await settled(() => slow.text.length);
  expect(stuckAt).toBeLessThan(1_000_000);
  slow.socket.disconnect();
  const again = new Terminal(lead.key);
  await again.shows('299999\r\n300000\r\nend-7');
});

/** The value when it has not changed for a while. */
async function settled(read: () => number): Promise<number> {
  let last = -1;
  await expect
    .poll(
      () => {
        const same = read() === last;
        last = read();
        return same;
      },
      { interval: 300 },
    )
    .toBe(true);
  return last;
}

/** The lead shares their terminal with a member who has no right to the workspace. */
async function share(guest: MintedUser, mode: ShareMode) {
  const { organizationId } = here;
  const [session] = await dependencies.db.select().from(sessions).where(eq(sessions.userId, lead.userId));
  const actor = { ...lead, organizationId, sessionId: session!.id, membershipId: '', role: 'lead', adminFlag: false };
  const context = { ...dependencies, origin: { ipAddress: '', userAgent: '' }, actor: actor as Actor };
  const named = { id: workspaceId, user_id: guest.userId, mode, minutes: 15 as const };
  return { context, id: await shareTerminal(context, named) };
}

/** Whoever is in a group with somebody may be named by them. */
async function colleague() {
  const guest = await mintUser(dependencies, here.organizationId, 'user');
  const members = [lead.userId, guest.userId];
  await insertGroup(dependencies, here.organizationId, { admins: [], members });
  return guest;
}

test('a shared terminal shows the same to both; what a viewer types goes nowhere, and the end cuts them off', async () => {
  const guest = await colleague();
  const owner = new Terminal(lead.key, { cols: 101 });
  await owner.run('echo before-$((1+1))', 'before-2');
  const { context, id } = await share(guest, 'view');
  const viewer = new Terminal(guest.key, { shareId: id, cols: 40 });
  await viewer.shows(/before-2[\s\S]*7770;ready/);
  expect(viewer.size).toBe('101x24');
  const there = (mode: ShareMode) => [`${lead.userId} type`, `${guest.userId} ${mode}`];
  for (const each of [owner, viewer]) await expect.poll(() => each.people, { timeout: 15_000 }).toEqual(there('view'));

  viewer.socket.emit('input', 'echo sneaked-$((3+3))\r');
  viewer.socket.emit('resize', { cols: 40, rows: 24 });
  await owner.run('echo "after-$((2+2)) $(tput cols)"', 'after-4 101');
  await viewer.shows('after-4 101');
  owner.socket.emit('resize', { cols: 93, rows: 24 });
  await expect.poll(() => viewer.size, { timeout: 15_000 }).toBe('93x24');

  await changeShare(context, { id, mode: 'type' });
  for (const each of [owner, viewer]) await expect.poll(() => each.people, { timeout: 15_000 }).toEqual(there('type'));
  await viewer.run('echo typed-$((4+4))', 'typed-8');
  await owner.shows('typed-8');
  expect(owner.text).not.toContain('sneaked');

  await endShare(context, { id });
  await viewer.ends('unshared');
  await owner.run('echo alone-$((5+5))', 'alone-10');
  await expect.poll(() => owner.people).toEqual([]);
  expect(viewer.text).not.toContain('alone');
  await new Terminal(guest.key, { shareId: id }).ends('unshared');
  const log = () => dependencies.sql`select action from audit_log where action like 'sharing.%' order by action`;
  const noted = ['sharing.change', 'sharing.end', 'sharing.join', 'sharing.leave', 'sharing.share'];
  await expect.poll(async () => (await log()).map(({ action }) => action)).toEqual(noted);
});

test('a shared terminal ends at its time, is for the named person alone, and of a shell that runs', async () => {
  const guest = await colleague();
  const { id } = await share(guest, 'type');
  for (const { key } of [here.owner, lead]) await new Terminal(key, { shareId: id }).ends('unshared');
  const owner = new Terminal(lead.key);
  await owner.run('exit', 'logout');
  await owner.ends('exited');
  await new Terminal(guest.key, { shareId: id }).ends('exited');

  await new Terminal(lead.key).run('echo new-$((1+1))', 'new-2');
  const typist = new Terminal(guest.key, { shareId: id });
  await typist.run('echo in-$((1+2))', 'in-3');
  dependencies.clock.advance(15 * MINUTE);
  await typist.ends('unshared');
  await expect.poll(() => dependencies.sql`select 1 from terminal_shares where id = ${id}`).toEqual([]);
});

test('strangers are refused, and tokens without the scope; what tokens try is in the audit log', async () => {
  const elsewhere = await mintOrganization(dependencies);
  const user = await mintUser(dependencies, here.organizationId, 'user');
  for (const who of [elsewhere.owner, user]) await new Terminal(who.key).ends('refused');
  await new Terminal(lead.key, { workspaceId: 'nonsense' }).ends('refused');
  await new Terminal(lead.key, { workspaceId: newId() }).ends('refused');
  const nobody = new Terminal('no key');
  await expect.poll(() => nobody.refused).toBe(true);
  const whose = { organizationId: here.organizationId, userId: lead.userId };
  const [reading, using] = await Promise.all(
    (['read', 'use'] as const).map((scope) => mintApiToken(dependencies, whose, { name: scope, scopes: [scope] })),
  );
  await new Terminal(reading!.token).ends('refused');
  await new Terminal(using!.token).run('echo in-$((1+2))', 'in-3');
  const rows = await dependencies.sql`select outcome, target_id, details ->> 'by' as by from audit_log
    where action = 'access.open-terminal' order by id`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { outcome: 'failure', target_id: workspaceId, by: 'token read' },
    { outcome: 'success', target_id: workspaceId, by: 'token use' },
  ]);
});

test('it is lost at once with the right to the workspace, with the session, and when the workspace stops', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const losing = new Terminal(admin.key);
  const staying = new Terminal(lead.key);
  for (const terminal of [losing, staying]) await terminal.run('echo in-$((1+2))', 'in-3');
  await dependencies.db.transaction(async (tx) => {
    await tx.update(memberships).set({ role: 'user' }).where(eq(memberships.userId, admin.userId));
    await dependencies.bus.notify(tx, 'access_changed', { reason: 'test' });
  });
  await losing.ends('refused');
  await staying.run('echo still-$((2+3))', 'still-5');

  await dependencies.db.transaction(async (tx) => {
    const ended = await tx.delete(sessions).where(eq(sessions.userId, lead.userId)).returning({ id: sessions.id });
    await dependencies.bus.notify(tx, 'sessions_ended', { ids: ended.map(({ id }) => id) });
  });
  await staying.ends('signedOut');

  const stopped = new Terminal(here.owner.key);
  await stopped.run('echo in-$((1+2))', 'in-3');
  await dependencies.db.transaction(async (tx) => {
    await tx.update(instances).set({ status: 'Offline' }).where(eq(instances.id, workspaceId));
    const { organizationId } = here;
    await dependencies.bus.notify(tx, 'workspace_changed', { id: workspaceId, slug: workspaceId, organizationId });
  });
  await stopped.ends('stopped');
  await new Terminal(here.owner.key).ends('stopped');
  expect([losing, staying, stopped].map(({ end }) => end)).toEqual(['refused', 'signedOut', 'stopped']);
});
