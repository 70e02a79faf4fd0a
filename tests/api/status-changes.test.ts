import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { changeHostStatus } from '#server/features/hosts/change-status.ts';
import { converge } from '#server/features/instances/converge.ts';
import { changeStatus, lockAsked, readInstance } from '#server/features/instances/index.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import { services } from '#server/features/services/tables.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { HOST_STATUSES, type HostStatus } from '#shared/features/hosts/model.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { WORKSPACE_STATUSES, type WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '1000000' } });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

const living = (status: WorkspaceStatus) => {
  const id = newId();
  return {
    ...{ id, organizationId: here.organizationId, userId: here.owner.userId, name: 'It', slug: `it-${id.slice(-12)}` },
    ...{ status, engineId: 'local', cpuCores: 1, memoryMb: 512, diskGb: 10, launchedAt: dependencies.clock.now() },
  };
};
async function workspaceIn(status: WorkspaceStatus) {
  const values = { ...living(status), kind: 'workspace' as const, language: 'nodejs', database: 'none' };
  return insertRecord(dependencies.db, workspaces, values);
}
async function serviceIn(status: WorkspaceStatus) {
  const values = {
    ...living(status),
    kind: 'service' as const,
    catalogueId: 'redis',
    serverId: 'host',
    environment: '',
  };
  return insertRecord(dependencies.db, services, values);
}
async function hostIn(status: HostStatus) {
  const id = await insertHost(dependencies, here.organizationId, { status });
  const [row] = await dependencies.db.select().from(hosts).where(eq(hosts.id, id));
  return row as NonNullable<typeof row>;
}

/** What a row of each status may become; everything else is refused, and leaves it as it was. */
const LIVING: Record<WorkspaceStatus, WorkspaceStatus[]> = {
  Pending: ['Active', 'Offline', 'Deleted'],
  Active: ['Offline', 'Pending Deletion', 'Deleted'],
  Offline: ['Pending', 'Pending Deletion', 'Deleted'],
  // Back by a cancelled deletion.
  'Pending Deletion': ['Active', 'Offline', 'Deleted'],
  // By a restore.
  Deleted: ['Offline'],
};
const HOSTS: Record<HostStatus, HostStatus[]> = {
  Pending: ['Active', 'Pending Deletion', 'Deleted'],
  Active: ['Pending Deletion', 'Deleted'],
  'Pending Deletion': ['Active', 'Pending', 'Deleted'],
  Deleted: [],
};

/** Which of all statuses a fresh row of `from` took when it was asked to. */
async function taken<S extends string>(all: readonly S[], attempt: (to: S) => Promise<{ status: string }>) {
  const found: S[] = [];
  for (const to of all) {
    const answer = await attempt(to).catch((error: Error) => error);
    if (!(answer instanceof Error)) {
      expect(answer.status).toBe(to);
      found.push(to);
    } else expect(answer).toMatchObject({ name: 'Conflict', message: expect.stringContaining(`can’t become ${to}`) });
  }
  return found;
}
const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => dependencies.db.transaction(work);

describe('legal changes of status', () => {
  test.each(WORKSPACE_STATUSES)('of a workspace that is %s', async (from) => {
    const change = async (to: WorkspaceStatus) => {
      const row = await workspaceIn(from);
      return inTransaction((tx) => changeStatus(dependencies, tx, workspaceKind, row, { to, cause: 'started' }));
    };
    expect(await taken(WORKSPACE_STATUSES, change)).toEqual(
      WORKSPACE_STATUSES.filter((to) => LIVING[from].includes(to)),
    );
  });

  test.each(WORKSPACE_STATUSES)('of a service that is %s', async (from) => {
    const change = async (to: WorkspaceStatus) => {
      const row = await serviceIn(from);
      return inTransaction((tx) => changeStatus(dependencies, tx, serviceKind, row, { to, cause: 'started' }));
    };
    expect(await taken(WORKSPACE_STATUSES, change)).toEqual(
      WORKSPACE_STATUSES.filter((to) => LIVING[from].includes(to)),
    );
  });

  test.each(HOST_STATUSES)('of a host that is %s', async (from) => {
    const change = async (to: HostStatus) => {
      const row = await hostIn(from);
      return inTransaction((tx) => changeHostStatus(dependencies, tx, row, { to }));
    };
    expect(await taken(HOST_STATUSES, change)).toEqual(HOST_STATUSES.filter((to) => HOSTS[from].includes(to)));
  });

  test('count from what the row says now: who read it before a change is refused', async () => {
    const [workspace, service, host] = [
      await workspaceIn('Active'),
      await serviceIn('Active'),
      await hostIn('Pending'),
    ];
    const { db } = dependencies;
    await db
      .update(instances)
      .set({ status: 'Offline' })
      .where(inArray(instances.id, [workspace.id, service.id]));
    await db.update(hosts).set({ status: 'Deleted' }).where(eq(hosts.id, host.id));
    const late = [
      inTransaction((tx) =>
        changeStatus(dependencies, tx, workspaceKind, workspace, { to: 'Offline', cause: 'crashed' }),
      ),
      inTransaction((tx) => changeStatus(dependencies, tx, serviceKind, service, { to: 'Offline', cause: 'crashed' })),
      inTransaction((tx) => changeHostStatus(dependencies, tx, host, { to: 'Active' })),
    ];
    for (const change of await Promise.allSettled(late))
      expect(change).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('in the meantime') },
      });
  });
});

describe('a stop and a start between a look and what follows from it', () => {
  const at = (workspaceID: string) => ({ params: { workspaceID } });
  const ask = async (route: typeof contract.startWorkspace | typeof contract.stopWorkspace, id: string) =>
    expect((await client.call(route, at(id), { key: here.owner.key })).status).toBe(200);
  /** Pending again, of a later wish: nothing but the revision tells. */
  async function stopAndStart(id: string) {
    await ask(contract.stopWorkspace, id);
    await ask(contract.startWorkspace, id);
  }
  const { signal } = new AbortController();

  test('is not overwritten by whoever looked before', async () => {
    const before = await workspaceIn('Pending');
    const lock = (row: typeof before) => inTransaction((tx) => lockAsked(workspaceKind, tx, row));
    expect(await lock(before)).toMatchObject({ id: before.id });
    await stopAndStart(before.id);
    expect(await lock(before)).toBeNull();
    const now = await readInstance(dependencies, workspaceKind, before.id);
    expect(now && (await lock(now))).toMatchObject({ revision: before.revision + 2 });
  });

  test('while the engine is being brought to it: what was asked last is done last', async () => {
    const { id, revision } = await workspaceIn('Pending');
    const done: number[] = [];
    await converge(dependencies, `workspace.${id}`, {
      signal,
      read: () => readInstance(dependencies, workspaceKind, id),
      async apply(row) {
        done.push(row.revision);
        if (done.length === 1) await stopAndStart(id);
      },
    });
    expect(done).toEqual([revision, revision + 2]);
  });

  test('just after the last look under the lock: somebody looks once more', async () => {
    const { id, revision } = await workspaceIn('Pending');
    const done: number[] = [];
    let looks = 0;
    const key = `workspace.${id}`;
    const readRow = () => readInstance(dependencies, workspaceKind, id);
    const read = async () => {
      const row = await readRow();
      looks += 1;
      // The second look finds that all is done; whoever asks now finds the lock taken, and leaves it to us.
      if (looks === 2) {
        await stopAndStart(id);
        await converge(dependencies, key, { signal, read: readRow, apply: async () => void done.push(-1) });
      }
      return row;
    };
    await converge(dependencies, key, { signal, read, apply: async (row) => void done.push(row.revision) });
    expect(done).toEqual([revision, revision + 2]);
  });
});
