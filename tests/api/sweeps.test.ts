import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import type { Engines } from '#server/compute/engines.ts';
import { containerName } from '#server/features/instances/index.ts';
import { instances } from '#server/features/instances/tables.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { reconcile, watchWorkspaceDisks } from '#tests/support/instances.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';

const GB = 2 ** 30;
let dependencies: TestDependencies;
beforeAll(async () => {
  dependencies = await createTestDependencies();
});
afterAll(() => dependencies?.close());

function enginesOf(all: Record<string, Partial<Engine>>): Engines {
  const known = new Map(Object.entries(all).map(([id, engine]) => [id, { id, ...engine } as Engine]));
  return {
    get: (id) => known.get(id)!,
    list: () => [...known.values()],
    set: () => undefined,
    drop: () => undefined,
    watch: () => () => undefined,
  };
}

test('an engine without an answer keeps no other waiting', async () => {
  const hanging = Promise.withResolvers<never>();
  const compared = Promise.withResolvers<void>();
  const silent = { listNetworks: () => hanging.promise };
  const well = {
    listNetworks: async () => [],
    async list() {
      compared.resolve();
      return [];
    },
  };
  const all = reconcile({ ...dependencies, engines: enginesOf({ silent, well }) });
  await expect(compared.promise).resolves.toBeUndefined();
  hanging.reject(new EngineError('unreachable', 'nobody answers'));
  await all;
});

test('disks of one machine that is away, or of a container that is gone, take nothing from the others', async () => {
  const { organizationId, owner } = await mintOrganization(dependencies);
  const whose = { organizationId, userId: owner.userId };
  const on = (engineId: string) =>
    insertWorkspace(dependencies, whose, {
      engineId,
      status: 'Active',
      activeSince: dependencies.clock.now(),
      diskGb: 10,
    });
  const [gone, calm, filling, away] = [await on('here'), await on('here'), await on('here'), await on('away')];
  const bytes = new Map([
    [containerName('workspace', calm.id), 1 * GB],
    [containerName('workspace', filling.id), 8.5 * GB],
  ]);
  const here = {
    async diskBytes(container: string) {
      const used = bytes.get(container);
      if (used === undefined) throw new EngineError('not-found', `no ${container}`);
      return used;
    },
  };
  const lost = {
    async diskBytes(): Promise<number> {
      throw new EngineError('unreachable', 'nobody answers');
    },
  };
  await watchWorkspaceDisks({ ...dependencies, engines: enginesOf({ here, away: lost }) });
  const rows = new Map((await dependencies.db.select().from(instances)).map((row) => [row.id, row]));
  const now = dependencies.clock.now();
  expect(rows.get(calm.id)).toMatchObject({ diskUsedBytes: GB, diskMeasuredAt: now, diskWarnedPercent: 0 });
  expect(rows.get(filling.id)).toMatchObject({ diskUsedBytes: 8.5 * GB, diskMeasuredAt: now, diskWarnedPercent: 80 });
  for (const { id } of [gone, away]) expect(rows.get(id)).toMatchObject({ diskUsedBytes: null, diskMeasuredAt: null });
});
