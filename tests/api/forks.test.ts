import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { containerName, withWorkLock } from '#server/features/instances/index.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { rescueSnapshots, snapshotImage } from '#server/features/snapshots/index.ts';
import { sweepSnapshots } from '#server/features/snapshots/sweep-snapshots.ts';
import { takeForkCopy } from '#server/features/snapshots/take-fork-copy.ts';
import { giveDeployKey } from '#server/features/workspaces/deploy-keys.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { keepPort } from '#server/features/workspaces/other-ports.ts';
import { workspaceDeployKeys, type workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { listSnapshots } from '#shared/features/snapshots/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { forkWorkspace } from '#shared/features/workspaces/fork.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { CopyingEngine } from '#tests/support/copying-engine.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { convergeWorkspace } from '#tests/support/instances.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let machine: CopyingEngine;
const progress = { say: () => undefined, flush: async () => undefined };
const never = new AbortController().signal;

beforeAll(async () => {
  machine = new CopyingEngine();
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: '1000000' },
    overrides: { engines: machine.engines },
  });
  client = createTestClient(createApp(dependencies));
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  here = await mintOrganization(dependencies);
  await giveKey(here.owner);
  machine.during = async () => undefined;
  machine.calls.length = 0;
  machine.ran.length = 0;
});

async function giveKey({ userId }: MintedUser): Promise<string> {
  const id = newId();
  await dependencies.db
    .insert(sshKeys)
    .values({ id, userId, name: 'key', publicKey: 'ssh-ed25519 AAAA', fingerprint: id });
  return id;
}

type State = 'running' | 'paused' | 'exited';

/** One that has been in use, of the owner. */
async function original(
  state: State,
  values: Partial<typeof workspaces.$inferInsert & typeof instances.$inferInsert> = {},
) {
  const now = dependencies.clock.now();
  const { id } = await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: here.owner.userId },
    {
      status: state === 'running' ? 'Active' : 'Offline',
      asleepSince: state === 'paused' ? now : null,
      launchedAt: now,
      ide: 'none',
      name: 'Original',
      ...values,
    },
  );
  machine.states.set(id, state);
  return id;
}

const fork = (workspaceID: string, by: MintedUser = here.owner, body: { name?: string; server_id?: string } = {}) =>
  client.call(forkWorkspace, { params: { workspaceID }, body: { name: 'Copy', ...body } }, { key: by.key });
const forked = async (workspaceID: string, by?: MintedUser) => {
  const { status, body } = await fork(workspaceID, by);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.workspaceID;
};
const get = async (workspaceID: string, { key }: MintedUser = here.owner) =>
  (await client.call(contract.getWorkspace, { params: { workspaceID } }, { key })).body;
const act = (route: typeof contract.startWorkspace, workspaceID: string) =>
  client.call(route, { params: { workspaceID } }, { key: here.owner.key });
const log = async (workspaceID: string) =>
  (await client.call(contract.workspaceSetup, { params: { workspaceID } }, { key: here.owner.key })).body.messages.map(
    ({ message_text }) => message_text,
  );
const launch = (id: string) => convergeWorkspace(dependencies, id, never);
const copyOf = async (forkId: string) => {
  const [copy] = await dependencies.db.select().from(snapshots).where(eq(snapshots.forkId, forkId));
  if (!copy) throw new Error('no copy');
  return copy;
};

test.each<[State, string]>([
  ['running', 'Copying the original, which stands still meanwhile.'],
  ['paused', 'Copying the original.'],
  ['exited', 'Copying the original.'],
])('an original that is %s is copied, and stays as it is; the copy is in no list', async (state, said) => {
  const id = await original(state);
  const before = await get(id);
  const copy = await forked(id);
  expect(await get(copy)).toMatchObject({
    workspace_status: 'Pending',
    user_id: here.owner.userId,
    forked_from: { id, name: 'Original' },
    snapshot_id: null,
    snapshot: null,
  });
  await launch(copy);
  expect(await log(copy)).toContain(said);
  expect(await get(copy)).toMatchObject({ workspace_status: 'Active', language: before.language });
  expect(machine.made.get(containerName('workspace', copy))).toBe(snapshotImage((await copyOf(copy)).id));
  expect(machine.states.get(id)).toBe(state);
  expect(await get(id)).toEqual(before);
  const listed = await client.call(listSnapshots, { query: {} }, { key: here.owner.key });
  expect(listed.body.rows).toEqual([]);
});

test('the copy goes once the fork is Active or deleted, and not while it waits for it', async () => {
  const id = await original('running');
  const [launched, deleted, stopped] = [
    await forked(id),
    await forked(id, await member()),
    await forked(id, await member()),
  ];
  await launch(launched);
  await act(contract.deleteWorkspace, deleted);
  await act(contract.stopWorkspace, stopped);
  await launch(stopped);
  await sweepSnapshots(dependencies);
  expect((await copyOf(launched)).status).toBe('Deleted');
  expect((await copyOf(deleted)).status).toBe('Deleted');
  expect((await copyOf(stopped)).status).toBe('Pending');
  await act(contract.startWorkspace, stopped);
  await launch(stopped);
  expect(await get(stopped)).toMatchObject({ workspace_status: 'Active' });
  // Its container is made of it.
  const image = snapshotImage((await copyOf(launched)).id);
  await sweepSnapshots(dependencies);
  expect(machine.images).toContain(image);
  await act(contract.deleteWorkspace, launched);
  await launch(launched);
  await sweepSnapshots(dependencies);
  expect(machine.images).not.toContain(image);
});

test('woken in the middle of its copy, the original is copied once more', async () => {
  const id = await original('paused');
  const copy = await forked(id);
  let woken = 0;
  machine.during = async () => {
    if (woken++ === 0) expect((await act(contract.startWorkspace, id)).status).toBe(200);
  };
  await launch(copy);
  expect(machine.calls.filter((call) => call.startsWith('commit'))).toEqual(['commit paused', 'commit running']);
  expect(await get(copy)).toMatchObject({ workspace_status: 'Active' });
});

test('a copy that fails is told with its reason, and can be made again', async () => {
  const id = await original('running');
  machine.during = async () => {
    throw new EngineError('out-of-disk', 'no space left on device');
  };
  const copy = await forked(id);
  await launch(copy);
  expect((await log(copy)).at(-1)).toBe('The original couldn’t be copied.\nThe machine’s disk is full.');
  expect(await get(copy)).toMatchObject({ workspace_status: 'Deleted', forked_from: { id } });
  // What was asked of the original meanwhile found it busy, and is done now.
  expect(await dependencies.sql`select 1 from graphile_worker.jobs where key like ${`%${id}`}`).toHaveLength(1);
  machine.during = async () => undefined;
  const again = await forked(id);
  await launch(again);
  expect(await get(again)).toMatchObject({ workspace_status: 'Active' });
});

test('an original that is deleted first is copied before it goes; one that is already gone is told', async () => {
  const [id, gone] = [await original('running'), await original('running')];
  const [copy, lost] = [await forked(id, await member()), await forked(gone, await member())];
  for (const each of [id, gone]) await act(contract.deleteWorkspace, each);
  await launch(id);
  machine.states.delete(gone);
  await launch(copy);
  await launch(lost);
  expect(await get(copy)).toMatchObject({ workspace_status: 'Active' });
  expect((await log(lost)).at(-1)).toBe(
    'The original couldn’t be copied.\nThe workspace’s container is no longer on the machine.',
  );
});

test('a fork can be forked; two at once and the same name twice are two workspaces', async () => {
  const id = await original('running');
  const [one, two] = await Promise.all([forked(id), forked(id)]);
  await Promise.all([launch(one), launch(two)]);
  const [first, second] = [await get(one), await get(two)];
  expect([first.workspace_status, second.workspace_status, first.slug === second.slug]).toEqual([
    'Active',
    'Active',
    false,
  ]);
  const child = await forked(one, await member());
  await launch(child);
  expect(await get(child)).toMatchObject({ workspace_status: 'Active', forked_from: { id: one } });
});

test('somebody else’s fork is theirs: own quota, deploy key and ports, and nothing if they may not', async () => {
  const id = await original('running', { gitUrl: 'git@git.example.com:shop/shop.git', port3000: 'disabled' });
  const context = { ...dependencies, actor: { ...here.owner, organizationId: here.organizationId } } as never;
  await dependencies.db.transaction((tx) => giveDeployKey(context, tx, { workspaceId: id, keyId: undefined }));
  await keepPort(dependencies.db, id, { port: 4000, visibility: 'organization', label: 'api' });
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  expect((await fork(id, admin)).body).toMatchObject({ errorsObj: { ssh_key_id: expect.stringContaining('SSH key') } });
  await giveKey(admin);
  const copy = await forked(id, admin);
  await launch(copy);
  expect(await get(copy, admin)).toMatchObject({ user_id: admin.userId, port_3000: 'disabled' });
  const [theirs, ours] = await Promise.all(
    [copy, id].map(async (workspaceId) => {
      const rows = dependencies.db.select().from(workspaceDeployKeys);
      return (await rows.where(eq(workspaceDeployKeys.workspaceId, workspaceId)))[0];
    }),
  );
  expect(theirs?.publicKey).not.toBe(ours?.publicKey);
  const replaced = machine.ran.find(({ command }) => command.join(' ').includes('slipway_deploy'));
  expect(replaced?.input).toBe(dependencies.secrets.open(theirs?.privateKey ?? ''));
  const user = await mintUser(dependencies, here.organizationId, 'user');
  const stranger = (await mintOrganization(dependencies)).owner;
  const other = await member('lead');
  expect(await Promise.all([user, stranger, other].map(async (who) => (await fork(id, who)).status))).toEqual([
    403, 404, 404,
  ]);
  for (let count = 1; count < 3; count += 1) await forked(id, admin);
  expect(await fork(id, admin)).toMatchObject({ status: 409 });
  const rows = await dependencies.db.select().from(snapshots).where(eq(snapshots.instanceId, id));
  expect(rows).toHaveLength(3);
  const [entry] = await dependencies.db.select().from(auditLog).where(eq(auditLog.action, 'workspaces.fork')).limit(1);
  expect(entry).toBeDefined();
});

test('what isn’t running or stopped, or has nothing yet, is refused and leaves nothing', async () => {
  const before = await dependencies.db.$count(snapshots);
  for (const status of ['Pending', 'Pending Deletion', 'Deleted'] as const) {
    expect(await fork(await original('exited', { status }))).toMatchObject({ status: 409 });
  }
  expect(await fork(await original('exited', { containerId: null }))).toMatchObject({ status: 409 });
  expect(await dependencies.db.$count(snapshots)).toBe(before);
});

test('an original of another size: a shared fork gets the shared one and says so, unless its files are too many', async () => {
  const odd = await original('running', { cpuCores: 2, memoryMb: 4096, diskGb: 20 });
  const { body } = await fork(odd);
  expect(body.message).toBe('The fork gets 1 core, 1.5 GB of memory and 10 GB of disk, like every shared workspace.');
  expect(await log(body.workspaceID)).toContain(body.message);
  expect(await get(body.workspaceID)).toMatchObject({ cpu_cores: 1, memory_gb: 1.5, disk_gb: 10 });
  const large = await original('running', { serverId: newId(), diskUsedBytes: 11 * 2 ** 30 });
  const refused = await fork(large, here.owner, { server_id: 'shared' });
  expect(refused.body).toMatchObject({ errorsObj: { server_id: expect.stringContaining('10 GB') } });
});

test('an original that somebody else works on is waited for, and not for ever', async () => {
  const id = await original('running');
  const copy = await copyOf(await forked(id));
  await withWorkLock(dependencies, `workspace.${id}`, async () => {
    const waiting = takeForkCopy(dependencies, workspaceKind, copy, { progress, signal: never, waitAtMostMs: 0 });
    await expect(waiting).rejects.toThrow('because it is busy');
  });
  await takeForkCopy(dependencies, workspaceKind, copy, { progress, signal: never });
  // What was asked of the original meanwhile is done now.
  const jobs = await dependencies.sql`select 1 from graphile_worker.jobs where key like ${`%${id}`}`;
  expect(jobs).toHaveLength(1);
});

test('a host isn’t given back while a fork elsewhere is made of what is on it', async () => {
  const id = await original('running');
  const forkId = await forked(id);
  await dependencies.db.update(snapshots).set({ status: 'Deleted' }).where(ne(snapshots.instanceId, id));
  const leaving = () => rescueSnapshots(dependencies, 'local', { patient: false });
  await expect(leaving()).rejects.toThrow(EngineError);
  const copy = await copyOf(forkId);
  await takeForkCopy(dependencies, workspaceKind, copy, { progress, signal: never });
  await dependencies.db.update(instances).set({ engineId: 'elsewhere' }).where(eq(instances.id, forkId));
  await expect(leaving()).rejects.toThrow(EngineError);
  await dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.id, forkId));
  await leaving();
});

test('a snapshot that somebody asks for is another one than the copy for a fork', async () => {
  const id = await original('exited');
  const copy = await copyOf(await forked(id));
  const taken = await client.call(contract.snapshotWorkspace, { params: { workspaceID: id } }, { key: here.owner.key });
  expect(taken.body.snapshotID).not.toBe(copy.id);
});

async function member(role: 'lead' | 'admin' = 'admin'): Promise<MintedUser> {
  const user = await mintUser(dependencies, here.organizationId, role);
  await giveKey(user);
  return user;
}
