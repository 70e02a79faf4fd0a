import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockRow, readInstance } from '#server/features/instances/read.ts';
import { readRecords, updateRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { insertService, insertSnapshot, insertWorkspace } from '#tests/support/things.ts';

let world: TestDependencies;
let whose: { organizationId: string; userId: string };
beforeAll(async () => {
  world = await createTestDependencies();
  const { organizationId, owner } = await mintOrganization(world);
  whose = { organizationId, userId: owner.userId };
});
afterAll(() => world?.close());

const read = (id: string) => readInstance(world, workspaceKind, id);

describe('a record of two rows', () => {
  test('has whatever columns are changed, of either table or both, and no others', async () => {
    const { id } = await insertWorkspace(world, whose);
    const text = fc.string({ unit: 'grapheme-composite' }).map((value) => value.replaceAll('\0', ''));
    const columns = fc.record(
      {
        name: text,
        containerId: fc.option(text),
        memoryMb: fc.nat(),
        deletedAt: fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
        language: text,
        heldCommand: fc.option(text),
        useSsl: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(columns, async (set) => {
        const before = await read(id);
        const changed = await world.db.transaction((tx) => updateRecord(tx, workspaceKind, before!, set));
        expect(changed).toEqual({ ...before, ...set });
        expect(await read(id)).toEqual(changed);
      }),
      { numRuns: 30 },
    );
  });

  test('keeps what is given as undefined', async () => {
    const before = await insertWorkspace(world, whose);
    const set = { name: undefined, language: undefined };
    expect(await world.db.transaction((tx) => updateRecord(tx, workspaceKind, before, set))).toEqual(before);
  });

  test('is left alone as a whole where a condition isn’t met', async () => {
    const before = await insertWorkspace(world, whose, { status: 'Active' });
    const set = { name: 'Other', language: 'other' };
    const change = world.db.transaction((tx) =>
      updateRecord(tx, workspaceKind, before, set, eq(instances.status, 'Offline')),
    );
    expect(await change).toBeNull();
    expect(await read(before.id)).toEqual(before);
  });

  test('is read anew, both rows of it, by whoever waited for its lock', async () => {
    const { id } = await insertWorkspace(world, whose);
    let late: Promise<unknown> | undefined;
    await world.db.transaction(async (tx) => {
      await lockRow(tx, workspaceKind, id);
      late = world.db.transaction((other) => lockRow(other, workspaceKind, id));
      const waiting = () => world.sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await tx.update(workspaces).set({ heldCommand: 'make' }).where(eq(workspaces.id, id));
      await tx.update(instances).set({ revision: 7 }).where(eq(instances.id, id));
    });
    expect(await late).toMatchObject({ revision: 7, heldCommand: 'make' });
  });

  test('is left out while somebody has it, where only free ones are asked for', async () => {
    const [held, free] = [await insertWorkspace(world, whose), await insertWorkspace(world, whose)];
    const both = eq(instances.organizationId, whose.organizationId);
    await world.db.transaction(async (tx) => {
      await lockRow(tx, workspaceKind, held.id);
      const found = await world.db.transaction((other) => readRecords(other, workspaceKind, both, { lock: 'free' }));
      const ids = found.map(({ id }) => id);
      expect([ids.includes(held.id), ids.includes(free.id)]).toEqual([false, true]);
    });
  });

  test('shares its slug with none of the other kind', async () => {
    const { slug } = await insertWorkspace(world, whose);
    await expect(insertService(world, whose, { slug })).rejects.toMatchObject({
      cause: { constraint_name: 'instances_slug' },
    });
    await insertService(world, whose, { slug, status: 'Deleted' });
  });

  test('can’t go while a snapshot of it is kept', async () => {
    const { instanceId } = await insertSnapshot(world, whose);
    await expect(world.db.delete(instances).where(eq(instances.id, instanceId))).rejects.toMatchObject({
      cause: { constraint_name: 'snapshots_instance_id_instances_id_fk' },
    });
    expect(await read(instanceId)).not.toBeNull();
  });
});
