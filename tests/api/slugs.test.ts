import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdFreeSlug } from '#server/features/instances/index.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { services } from '#server/features/services/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let here: MintedOrganization;
let there: MintedOrganization;
let name: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  here = await mintOrganization(dependencies);
  there = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());
beforeEach(() => {
  name = `shop-${newId().slice(-6)}x`;
});

type Values = Partial<typeof instances.$inferInsert>;
const living = (values: Values) => ({
  ...{ id: newId(), organizationId: here.organizationId, userId: here.owner.userId, name, slug: name },
  ...{ status: 'Deleted' as const, engineId: 'local', cpuCores: 1, memoryMb: 512, diskGb: 10 },
  ...{ launchedAt: dependencies.clock.now(), deletedAt: dependencies.clock.now(), createdAt: dependencies.clock.now() },
  ...values,
});
const KINDS = {
  workspace: (values: Values) =>
    insertRecord(dependencies.db, workspaces, {
      kind: 'workspace',
      ...living(values),
      language: 'nodejs',
      database: 'none',
    }),
  service: (values: Values) =>
    insertRecord(dependencies.db, services, {
      kind: 'service',
      ...living(values),
      ...{ catalogueId: 'redis', serverId: 'host', environment: '' },
    }),
};
const slugFor = ({ organizationId }: MintedOrganization, preferred?: string) =>
  dependencies.db.transaction((tx) =>
    holdFreeSlug(dependencies, tx, { organizationId, name, ...(preferred && { preferred }) }),
  );

describe.each(Object.entries(KINDS))('the address of a deleted %s', (_, insert) => {
  test('is its organization’s at once, and everybody’s after 90 days', async () => {
    await insert({});
    expect(await slugFor(here)).toBe(name);
    expect(await slugFor(there)).toMatch(new RegExp(`^${name}-[a-z][a-z0-9]{4}$`));
    expect(await slugFor(there, name)).not.toBe(name);
    dependencies.clock.advance(90 * DAY - 1);
    expect(await slugFor(there)).not.toBe(name);
    dependencies.clock.advance(1);
    expect(await slugFor(there)).toBe(name);
  });

  test('is everybody’s when it was never served', async () => {
    await insert({ launchedAt: null });
    expect(await slugFor(there)).toBe(name);
  });

  test('is nobody else’s while another one has it, of whichever organization', async () => {
    await insert({});
    await insert({ status: 'Offline', deletedAt: null });
    for (const organization of [here, there]) expect(await slugFor(organization)).not.toBe(name);
  });

  test('counts from the last of several that had it', async () => {
    await insert({});
    dependencies.clock.advance(60 * DAY);
    await insert({});
    dependencies.clock.advance(60 * DAY);
    expect(await slugFor(there)).not.toBe(name);
    await dependencies.db.delete(instances).where(eq(instances.slug, name));
    expect(await slugFor(there)).toBe(name);
  });
});
