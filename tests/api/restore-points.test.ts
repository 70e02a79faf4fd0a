import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { backUpStopped } from '#server/features/instances/back-up-stopped.ts';
import { containerName } from '#server/features/instances/index.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { snapshotImage } from '#server/features/snapshots/index.ts';
import { sweepSnapshots } from '#server/features/snapshots/sweep-snapshots.ts';
import { POINTS_BUDGET_BYTES } from '#server/features/snapshots/thin-points.ts';
import { keepHourly } from '#server/features/workspaces/keep-hourly.ts';
import { noteUse } from '#server/features/workspaces/note-use.ts';
import type { workspaces } from '#server/features/workspaces/tables.ts';
import { runners } from '#server/kinds.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { listSnapshots } from '#shared/features/snapshots/contract.ts';
import { SAFETY_KEPT_MS } from '#shared/features/snapshots/model.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { goBack, listRestorePoints } from '#shared/features/workspaces/restore-points.ts';
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
  machine.during = async () => undefined;
  machine.unchanged = null;
  machine.layerBytes = 1_000;
  machine.away = false;
});

type Values = Partial<typeof workspaces.$inferInsert & typeof instances.$inferInsert>;

/** One that has been in use, of the owner. */
async function workspace(status: 'Active' | 'Offline', values: Values = {}): Promise<string> {
  const now = dependencies.clock.now();
  const { id } = await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: here.owner.userId },
    { status, launchedAt: now, createdAt: now, ide: 'none', ...values },
  );
  machine.states.set(id, status === 'Active' ? 'running' : 'exited');
  return id;
}

const named = (workspaceID: string) => ({ params: { workspaceID } });
const list = async (id: string, by: MintedUser = here.owner) =>
  (await client.call(listRestorePoints, named(id), { key: by.key })).body;
const reasons = async (id: string) => (await list(id)).items.map(({ reason }) => reason);
const back = (workspaceID: string, pointID: string, by: MintedUser = here.owner) =>
  client.call(goBack, { params: { workspaceID, pointID } }, { key: by.key });
const act = (route: typeof contract.startWorkspace, id: string) =>
  client.call(route, named(id), { key: here.owner.key });
const get = async (id: string) => (await client.call(contract.getWorkspace, named(id), { key: here.owner.key })).body;
const settle = (id: string) => convergeWorkspace(dependencies, id, new AbortController().signal);
const rows = (id: string) =>
  dependencies.db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.instanceId, id), isNotNull(snapshots.point)));
const imageOf = (id: string) => machine.made.get(containerName('workspace', id));

/** An hour after anything before: of several in one hour, only the last is kept. */
async function stop(id: string): Promise<void> {
  dependencies.clock.advance(HOUR);
  await act(contract.stopWorkspace, id);
  await settle(id);
  dependencies.clock.advance(MINUTE);
  await backUpStopped(dependencies, runners);
}
async function start(id: string): Promise<void> {
  await act(contract.startWorkspace, id);
  await settle(id);
}
/** Stopped once, with the point of that. */
async function stopped(): Promise<{ id: string; pointId: string }> {
  const id = await workspace('Active');
  await stop(id);
  const [point] = (await list(id)).items;
  return { id, pointId: point?.id ?? '' };
}

describe('a restore point', () => {
  test('is kept at each stop, of the same copy that is there for a lost machine, and is in no list of snapshots', async () => {
    const id = await workspace('Active');
    machine.calls.length = 0;
    await stop(id);
    await backUpStopped(dependencies, runners);
    expect(machine.calls.filter((call) => call.startsWith('commit'))).toHaveLength(1);
    expect(await list(id)).toMatchObject({
      items: [{ reason: 'stopped', size_bytes: 1_000 }],
      used_bytes: 1_000,
      budget_bytes: POINTS_BUDGET_BYTES,
      may_go_back: true,
    });
    await start(id);
    await stop(id);
    expect(await reasons(id)).toEqual(['stopped', 'stopped']);
    const listed = await client.call(listSnapshots, { query: {} }, { key: here.owner.key });
    expect(listed.body.rows).toEqual([]);
  });

  test('isn’t kept of what hasn’t changed since the last one', async () => {
    machine.unchanged = 'the same layer';
    const { id } = await stopped();
    await start(id);
    await stop(id);
    expect((await list(id)).items).toHaveLength(1);
    machine.unchanged = null;
    await start(id);
    await stop(id);
    expect((await list(id)).items).toHaveLength(2);
  });

  test('isn’t kept of a copy during which it was started', async () => {
    const id = await workspace('Active');
    machine.during = () => start(id);
    await stop(id);
    expect((await list(id)).items).toEqual([]);
  });

  test('goes by age and budget, with its image, but not the one it is going back to', async () => {
    const { id, pointId: first } = await stopped();
    machine.layerBytes = POINTS_BUDGET_BYTES / 2;
    for (let times = 0; times < 3; times += 1) {
      await start(id);
      await stop(id);
    }
    const { items, used_bytes: used } = await list(id);
    expect(items).toHaveLength(2);
    expect(used).toBe(POINTS_BUDGET_BYTES);
    await sweepSnapshots(dependencies);
    expect(machine.images.has(snapshotImage(first))).toBe(false);
    const [newest, oldest] = items;
    machine.away = true;
    expect((await back(id, oldest?.id ?? '')).status).toBe(200);
    machine.away = false;
    dependencies.clock.advance(40 * DAY);
    await sweepSnapshots(dependencies);
    const left = (await rows(id)).filter(({ status, point }) => status === 'Active' && point === 'stopped');
    expect(left.map((row) => row.id).toSorted()).toEqual([newest?.id, oldest?.id].toSorted());
  });

  test('goes with its workspace, once that can’t be restored any more', async () => {
    const { id } = await stopped();
    await act(contract.deleteWorkspace, id);
    await settle(id);
    await sweepSnapshots(dependencies);
    expect((await rows(id)).map(({ status }) => status)).toEqual(['Active']);
    expect((await act(contract.restoreWorkspace, id)).status).toBe(200);
    expect(await reasons(id)).toEqual(['stopped']);
    await act(contract.deleteWorkspace, id);
    await settle(id);
    dependencies.clock.advance(SAFETY_KEPT_MS + MINUTE);
    await sweepSnapshots(dependencies);
    await sweepSnapshots(dependencies);
    const gone = await rows(id);
    expect(gone.map(({ status }) => status)).toEqual(['Deleted']);
    expect(machine.images.has(snapshotImage(gone[0]?.id ?? ''))).toBe(false);
  });
});

describe('every hour', () => {
  const hour = async (id: string) => {
    dependencies.clock.advance(HOUR);
    await noteUse(dependencies, id);
    await keepHourly(dependencies);
  };

  test('one is kept while somebody works in it, where that is wished', async () => {
    const [wished, other] = [await workspace('Active'), await workspace('Active')];
    const body = { hourly_points_flag: true };
    await client.call(contract.updateWorkspace, { ...named(wished), body }, { key: here.owner.key });
    expect((await get(wished)).hourly_points_flag).toBe(true);
    await hour(wished);
    await hour(other);
    expect([await reasons(wished), await reasons(other)]).toEqual([['hourly'], []]);
    // Nobody has worked in it since.
    dependencies.clock.advance(2 * HOUR);
    await keepHourly(dependencies);
    expect(await reasons(wished)).toEqual(['hourly']);
    await hour(wished);
    expect(await reasons(wished)).toEqual(['hourly', 'hourly']);
  });

  test('none of what fell asleep meanwhile, which stays asleep', async () => {
    const id = await workspace('Active', { hourlyPoints: true });
    machine.during = async () => {
      await dependencies.db
        .update(instances)
        .set({ status: 'Offline', asleepSince: dependencies.clock.now(), revision: 2 })
        .where(eq(instances.id, id));
      machine.states.set(id, 'running');
    };
    await hour(id);
    expect((await list(id)).items).toEqual([]);
    expect(machine.states.get(id)).toBe('paused');
  });
});

describe('going back', () => {
  test('keeps what is there now, and starts the same workspace from the point’s image; and forward again', async () => {
    const { id, pointId } = await stopped();
    await start(id);
    const { slug, ssh } = await get(id);
    expect((await back(id, pointId)).status).toBe(200);
    expect(await get(id)).toMatchObject({ workspace_status: 'Pending' });
    await settle(id);
    expect(await get(id)).toMatchObject({ id, slug, ssh, workspace_status: 'Active' });
    expect(imageOf(id)).toBe(snapshotImage(pointId));
    expect(await reasons(id)).toEqual(['before', 'stopped']);
    const before = (await list(id)).items[0]?.id ?? '';
    await back(id, before);
    await settle(id);
    expect(imageOf(id)).toBe(snapshotImage(before));
    const audited = await dependencies.db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(audited.filter(({ action }) => action === 'workspaces.go-back')).toHaveLength(2);
  });

  test('takes one that is asleep along, whose programs end', async () => {
    const { id, pointId } = await stopped();
    await start(id);
    const asleep = { status: 'Offline', asleepSince: dependencies.clock.now() } as const;
    await dependencies.db.update(instances).set(asleep).where(eq(instances.id, id));
    machine.states.set(id, 'paused');
    expect((await back(id, pointId)).status).toBe(200);
    await settle(id);
    expect(await get(id)).toMatchObject({ workspace_status: 'Active', sleep: null });
    expect(imageOf(id)).toBe(snapshotImage(pointId));
    expect(await reasons(id)).toEqual(['before', 'stopped']);
  });

  test('is for whoever manages it, and for points of this workspace alone', async () => {
    const { id, pointId } = await stopped();
    const other = await stopped();
    const [admin, lead] = [
      await mintUser(dependencies, here.organizationId, 'admin'),
      await mintUser(dependencies, here.organizationId, 'lead'),
    ];
    const stranger = (await mintOrganization(dependencies)).owner;
    for (const who of [lead, stranger]) expect((await back(id, pointId, who)).status).toBe(404);
    for (const wrong of [other.pointId, newId(), 'nothing']) expect((await back(id, wrong)).status).toBe(404);
    expect((await back(id, pointId, admin)).status).toBe(200);
  });

  test('asked for twice at once is one, and to two points is one of them', async () => {
    const { id, pointId } = await stopped();
    await start(id);
    await stop(id);
    const second = (await list(id)).items[0]?.id ?? '';
    const same = await Promise.all([back(id, pointId), back(id, pointId)]);
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect((await back(id, second)).status).toBe(409);
    await settle(id);
    expect(await reasons(id)).toEqual(['before', 'stopped', 'stopped']);
    const two = await Promise.all([back(id, pointId), back(id, second)]);
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await settle(id);
    expect(await get(id)).toMatchObject({ workspace_status: 'Active' });
  });

  test('that can’t keep what is there now changes nothing, and says why', async () => {
    const { id, pointId } = await stopped();
    machine.during = async () => {
      throw new EngineError('out-of-disk', 'no space left on device');
    };
    await back(id, pointId);
    await settle(id);
    const [change] = (await get(id)).status_changes;
    expect(change).toMatchObject({ status: 'Offline', cause: 'start_failed' });
    expect(change?.detail).toContain('Its files are as they were.');
    expect(machine.states.get(id)).toBe('exited');
    expect(await reasons(id)).toEqual(['stopped']);
    machine.during = async () => undefined;
    await start(id);
    expect(await get(id)).toMatchObject({ workspace_status: 'Active' });
    expect(imageOf(id)).toBeUndefined();
  });

  test('to a point whose image is gone changes nothing', async () => {
    const { id, pointId } = await stopped();
    machine.images.delete(snapshotImage(pointId));
    await back(id, pointId);
    await settle(id);
    expect(machine.states.get(id)).toBe('exited');
    expect((await get(id)).status_changes[0]?.detail).toContain('no longer on the machine');
  });

  test('that was cut off before the old container was removed ends at the point', async () => {
    const { id, pointId } = await stopped();
    await back(id, pointId);
    const remove = machine.remove.bind(machine);
    machine.remove = async () => {
      machine.remove = remove;
      throw new EngineError('unreachable', 'cut off');
    };
    await expect(settle(id)).rejects.toThrow('cut off');
    expect(machine.states.get(id)).toBe('exited');
    await settle(id);
    expect(await get(id)).toMatchObject({ workspace_status: 'Active' });
    expect(imageOf(id)).toBe(snapshotImage(pointId));
  });

  test('that is stopped in between goes there, and starts from there', async () => {
    const { id, pointId } = await stopped();
    await back(id, pointId);
    await act(contract.stopWorkspace, id);
    await settle(id);
    expect(await get(id)).toMatchObject({ workspace_status: 'Offline' });
    expect(await reasons(id)).toEqual(['before', 'stopped']);
    await start(id);
    expect(imageOf(id)).toBe(snapshotImage(pointId));
  });

  test('that is deleted in between can be restored: as it was before, or as it was at the point', async () => {
    const early = await stopped();
    await back(early.id, early.pointId);
    await act(contract.deleteWorkspace, early.id);
    await settle(early.id);
    const late = await stopped();
    await back(late.id, late.pointId);
    await act(contract.stopWorkspace, late.id);
    await settle(late.id);
    await act(contract.deleteWorkspace, late.id);
    await settle(late.id);
    for (const { id } of [early, late]) {
      dependencies.clock.advance(2 * HOUR);
      await sweepSnapshots(dependencies);
      expect((await act(contract.restoreWorkspace, id)).status).toBe(200);
      await start(id);
      expect(await get(id)).toMatchObject({ workspace_status: 'Active' });
    }
    expect(imageOf(late.id)).toBe(snapshotImage(late.pointId));
    expect(imageOf(early.id)).not.toBe(snapshotImage(early.pointId));
  });
});
