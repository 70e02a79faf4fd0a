import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeHostStatus } from '#server/features/hosts/change-status.ts';
import { changeStatus } from '#server/features/instances/index.ts';
import { instanceStatusChanges } from '#server/features/instances/tables.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import {
  workspaceDeployKeys,
  workspacePortLinks,
  workspaces as workspaceTable,
  workspaceTcpPorts,
} from '#server/features/workspaces/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { Conflict } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { canHostBecome, HOST_STATUSES } from '#shared/features/hosts/model.ts';
import { canBecome, WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertService, insertWorkspace } from '#tests/support/things.ts';

let world: TestDependencies;
let here: MintedOrganization;
let whose: { organizationId: string; userId: string };
/** What was said into rooms, and to gateways. */
let heard: string[];

beforeAll(async () => {
  world = await createTestDependencies();
  here = await mintOrganization(world);
  whose = { organizationId: here.organizationId, userId: here.owner.userId };
  world.bus.notify = async (_executor, channel, message) => {
    heard.push(`${channel} ${'id' in message ? message.id : ''}`);
  };
  world.publish = async (_executor, kind, id) => void heard.push(`${kind} ${id}`);
});
beforeEach(() => {
  heard = [];
});
afterAll(() => world?.close());

const pairs = WORKSPACE_STATUSES.flatMap((from) => WORKSPACE_STATUSES.map((to) => ({ from, to })));

describe.each([
  { kind: 'workspace', rooms: 'workspaces' },
  { kind: 'service', rooms: 'services' },
] as const)('a $kind', ({ kind, rooms }) => {
  const insert = (values: object) =>
    kind === 'workspace' ? insertWorkspace(world, whose, values) : insertService(world, whose, values);
  const change = (record: { id: string }, to: (typeof WORKSPACE_STATUSES)[number], more: object = {}) =>
    world.db.transaction(async (tx) =>
      kind === 'workspace'
        ? changeStatus(world, tx, workspaceKind, record as never, { to, cause: 'started', ...more })
        : changeStatus(world, tx, serviceKind, record as never, { to, cause: 'started', ...more }),
    );
  const changesOf = (id: string) =>
    world.db.select().from(instanceStatusChanges).where(eq(instanceStatusChanges.instanceId, id));

  test.each(pairs)('goes from $from to $to only where the machine allows it', async ({ from, to }) => {
    const record = await insert({ status: from });
    if (!canBecome(from, to)) {
      await expect(change(record, to)).rejects.toThrow(Conflict);
      expect(await changesOf(record.id)).toEqual([]);
      expect(heard).toEqual([]);
      return;
    }
    const changed = await change(record, to, { detail: 'because', userId: whose.userId });
    expect(changed.status).toBe(to);
    expect(await changesOf(record.id)).toMatchObject([
      { status: to, cause: 'started', detail: 'because', userId: whose.userId, createdAt: world.clock.now() },
    ]);
    expect(heard).toEqual([
      `workspace_changed ${record.id}`,
      `${kind} ${record.id}`,
      `${rooms} ${whose.organizationId}`,
    ]);
  });

  test('isn’t changed once somebody else has changed it', async () => {
    const record = await insert({ status: 'Offline' });
    await change(record, 'Pending');
    await expect(change(record, 'Deleted')).rejects.toThrow('changed in the meantime');
    expect(await changesOf(record.id)).toHaveLength(1);
  });

  test('is written down without a person or a reason where there is none', async () => {
    const record = await insert({ status: 'Offline' });
    await change(record, 'Pending');
    expect(await changesOf(record.id)).toMatchObject([{ detail: null, userId: null }]);
  });

  test('keeps what else the change sets, and is well again', async () => {
    const record = await insert({ status: 'Active', unansweredCount: 3, unansweredSince: world.clock.now() });
    const changed = await change(record, 'Offline', { set: { revision: 9 } });
    expect(changed).toMatchObject({ revision: 9, unansweredCount: 0, unansweredSince: null });
  });

  test('knows since when it runs and since when it is gone', async () => {
    const record = await insert({ status: 'Pending' });
    expect(await change(record, 'Active')).toMatchObject({ activeSince: world.clock.now(), deletedAt: null });
    const stopped = await insert({ status: 'Offline' });
    expect(await change(stopped, 'Deleted')).toMatchObject({
      activeSince: null,
      deletedAt: world.clock.now(),
    });
  });
});

test('a workspace that starts forgets yesterday’s wish to stay awake, one that stops what held it', async () => {
  const now = world.clock.now();
  const held = {
    heldCommand: 'make',
    heldSince: now,
    heldSeenAt: now,
    keepAwakeUntil: new Date(now.getTime() + MINUTE),
  };
  const move = async (from: 'Pending' | 'Active', to: 'Active' | 'Offline') => {
    const record = await insertWorkspace(world, whose, { status: from, ...held });
    return world.db.transaction((tx) => changeStatus(world, tx, workspaceKind, record, { to, cause: 'started' }));
  };
  expect(await move('Pending', 'Active')).toMatchObject({
    keepAwakeUntil: null,
    heldSeenAt: null,
    heldCommand: 'make',
    heldSince: now,
  });
  expect(await move('Active', 'Offline')).toMatchObject({ heldCommand: null, heldSince: null, heldSeenAt: now });
});

test('a deleted workspace keeps no secrets, ports, links or keys; a stopped one keeps them all', async () => {
  const record = await insertWorkspace(world, whose, {
    status: 'Active',
    databasePassword: 'sealed',
    gitCredentials: 'sealed',
    port3000Visibility: 'organization',
  });
  const workspaceId = record.id;
  const port = 24_000;
  await world.db.insert(workspaceTcpPorts).values({ port, workspaceId, containerPort: 3030 });
  const endsAt = new Date(world.clock.now().getTime() + MINUTE);
  await world.db.insert(workspacePortLinks).values({ workspaceId, port: 3000, tokenHash: newId(), endsAt });
  await world.db
    .insert(workspaceDeployKeys)
    .values({ id: newId(), ...whose, workspaceId, publicKey: 'ssh-ed25519 A', privateKey: 'sealed' });
  const left = async () => ({
    ports: await world.db.$count(workspaceTcpPorts, eq(workspaceTcpPorts.workspaceId, workspaceId)),
    links: await world.db.$count(workspacePortLinks, eq(workspacePortLinks.workspaceId, workspaceId)),
    key: (await world.db.select().from(workspaceDeployKeys).where(eq(workspaceDeployKeys.workspaceId, workspaceId)))[0]
      ?.privateKey,
    row: (await world.db.select().from(workspaceTable).where(eq(workspaceTable.id, workspaceId)))[0],
  });
  const stopped = await world.db.transaction((tx) =>
    changeStatus(world, tx, workspaceKind, record, { to: 'Offline', cause: 'idle' }),
  );
  expect(await left()).toMatchObject({ ports: 1, links: 1, key: 'sealed', row: { databasePassword: 'sealed' } });
  await world.db.transaction((tx) =>
    changeStatus(world, tx, workspaceKind, stopped, { to: 'Deleted', cause: 'deleted_by_user' }),
  );
  expect(await left()).toMatchObject({
    ports: 0,
    links: 0,
    key: null,
    row: { databasePassword: null, gitCredentials: null, port3000Visibility: 'private' },
  });
});

test('a deleted service keeps no secrets, a stopped one does', async () => {
  const record = await insertService(world, whose, { status: 'Active', previousEnvironment: 'before' });
  const stopped = await world.db.transaction((tx) =>
    changeStatus(world, tx, serviceKind, record, { to: 'Offline', cause: 'idle' }),
  );
  expect(stopped).toMatchObject({ environment: 'sealed', previousEnvironment: 'before' });
  const deleted = await world.db.transaction((tx) =>
    changeStatus(world, tx, serviceKind, stopped, { to: 'Deleted', cause: 'deleted_by_user' }),
  );
  expect(deleted).toMatchObject({ environment: '', previousEnvironment: null });
});

describe('a host', () => {
  const change = async (id: string, to: (typeof HOST_STATUSES)[number], set = {}) => {
    const [host] = await world.db.select().from(hosts).where(eq(hosts.id, id));
    return world.db.transaction((tx) => changeHostStatus(world, tx, host!, { to, set }));
  };

  test.each(HOST_STATUSES.flatMap((from) => HOST_STATUSES.map((to) => ({ from, to }))))(
    'goes from $from to $to only where the machine allows it',
    async ({ from, to }) => {
      const id = await insertHost(world, here.organizationId, { status: from });
      heard = [];
      if (!canHostBecome(from, to)) {
        await expect(change(id, to)).rejects.toThrow(Conflict);
        expect(heard).toEqual([]);
        return;
      }
      const changed = await change(id, to, { attempts: 3 });
      expect(changed).toMatchObject({
        status: to,
        attempts: 3,
        deletedAt: to === 'Deleted' ? world.clock.now() : null,
      });
      expect(heard.length).toBeGreaterThan(0);
    },
  );

  test('isn’t changed once somebody else has changed it', async () => {
    const id = await insertHost(world, here.organizationId, { status: 'Active' });
    const [stale] = await world.db.select().from(hosts).where(eq(hosts.id, id));
    await change(id, 'Pending Deletion');
    await expect(world.db.transaction((tx) => changeHostStatus(world, tx, stale!, { to: 'Deleted' }))).rejects.toThrow(
      'changed in the meantime',
    );
  });
});
