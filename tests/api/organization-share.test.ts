import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { instances } from '#server/features/instances/tables.ts';
import { readConfig } from '#server/platform/config.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { serverOptions } from '#shared/features/workspaces/options.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

const ONE_MB = SHARED_LIMITS.memoryGb * 1024;

let dependencies: TestDependencies;
beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '1000000' } });
});
afterAll(() => dependencies?.close());

/** The API of an installation where one organization may hold so much. */
function capped(environment: Record<string, string>): TestClient['call'] {
  const { organizationMemoryMb, organizationCores } = readConfig(environment);
  const config = { ...dependencies.config, organizationMemoryMb, organizationCores };
  return createTestClient(createApp({ ...dependencies, config })).call;
}

/** An organization whose people could have `count` shared workspaces. */
async function organizationFor(call: TestClient['call'], count: number) {
  const { organizationId, owner } = await mintOrganization(dependencies);
  const people: (MintedUser & { sshKeyId: string })[] = [];
  for (let index = 0; index < count; index += SHARED_LIMITS.perLicence) {
    const person = await mintUser(dependencies, organizationId, 'lead');
    const body = { name: 'k', public_key: newPublicKey() };
    people.push({ ...person, sshKeyId: (await call(keys.addSshKey, { body }, { key: person.key })).body.sshKeyID });
  }
  const add = (index: number) => {
    const person = people[Math.floor(index / SHARED_LIMITS.perLicence)] as (typeof people)[0];
    const body = {
      name: `w${index}`,
      user_id: person.userId,
      ssh_key_id: person.sshKeyId,
      server_id: 'shared',
      deployment_type: 'new_container',
      language: 'nodejs',
      database: 'none',
    };
    return call(contract.addWorkspace, { body }, { key: person.key });
  };
  const shown = async () => {
    const { items } = (await call(serverOptions, {}, { key: owner.key })).body;
    return items.find(({ value }) => value === 'shared')?.text;
  };
  return { organizationId, owner, add, shown };
}

const CAPS = fc.record({
  // Around what two and three of them need.
  memoryMb: fc.option(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 1, ONE_MB - 1)), { nil: null }),
  cores: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
});

test('however many come at once, an organization gets what it may have, to the last one', async () => {
  await fc.assert(
    fc.asyncProperty(CAPS, async ({ memoryMb, cores }) => {
      const call = capped({
        ...(memoryMb && { SLIPWAY_ORGANIZATION_MEMORY_MB: `${memoryMb[0] * ONE_MB + memoryMb[1]}` }),
        ...(cores && { SLIPWAY_ORGANIZATION_CORES: `${cores}` }),
      });
      const room = Math.min(memoryMb?.[0] ?? 6, cores ?? 6);
      const [one, other] = [await organizationFor(call, 6), await organizationFor(call, 3)];
      const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => one.add(index)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(room);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - room);
      expect((await other.add(0)).status, 'another organization').toBe(200);
    }),
    { numRuns: 8, examples: [[{ memoryMb: [2, ONE_MB - 1], cores: 3 }], [{ memoryMb: null, cores: null }]] },
  );
});

test('who asks for more is told how much it is and what to do, and sees before how much is left', async () => {
  const call = capped({ SLIPWAY_ORGANIZATION_MEMORY_MB: `${2 * ONE_MB}`, SLIPWAY_ORGANIZATION_CORES: '9' });
  const { add, shown } = await organizationFor(call, 3);
  expect(await shown()).toBe('Shared (1 CPU, 1.5 GB memory, 10 GB disk; 2 of 2 left for your organization)');
  await add(0);
  await add(1);
  expect(await shown()).toContain('; 0 of 2 left');
  expect((await add(2)).body.message).toBe(
    'Your organization may use 3 GB of memory for shared workspaces, and 3 GB is in use. Stop one of them, or choose a private host.',
  );
  const cores = await organizationFor(capped({ SLIPWAY_ORGANIZATION_CORES: '1' }), 2);
  await cores.add(0);
  expect((await cores.add(1)).body.message).toBe(
    'Your organization may use 1 CPU for shared workspaces, and 1 is in use. Stop one of them, or choose a private host.',
  );
});

test('a stopped workspace holds nothing, and its start needs room again', async () => {
  const call = capped({ SLIPWAY_ORGANIZATION_CORES: '1' });
  const { organizationId, owner, add } = await organizationFor(call, 3);
  const first = (await add(0)).body.id;
  const { db } = dependencies;
  await db.update(instances).set({ status: 'Offline' }).where(eq(instances.organizationId, organizationId));
  expect((await add(1)).status).toBe(200);
  const params = { workspaceID: first };
  const start = () => call(contract.startWorkspace, { params }, { key: owner.key });
  expect(await start()).toMatchObject({ status: 409, body: { message: expect.stringContaining('may use 1 CPU') } });
  await db.update(instances).set({ status: 'Offline' }).where(eq(instances.organizationId, organizationId));
  expect((await start()).status).toBe(200);
});

test('without a cap nothing is said of one', async () => {
  const { shown } = await organizationFor(capped({}), 1);
  expect(await shown()).toBe('Shared (1 CPU, 1.5 GB memory, 10 GB disk)');
});
