import { afterAll, beforeAll, expect, test } from 'vitest';
import { twoFactors } from '#server/features/auth/tables.ts';
import { installation } from '#server/features/instances/tables.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { refuseWrongSecret } from '#server/refuse-wrong-secret.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { mintOrganization } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
beforeAll(async () => {
  dependencies = await createTestDependencies();
});
afterAll(() => dependencies.close());

const db = () => dependencies.db;
const other = createSecretBox('another secret that nothing was sealed with');

async function keepSeed(sealedSeed: string): Promise<void> {
  const { owner } = await mintOrganization(dependencies);
  await dependencies.db
    .insert(twoFactors)
    .values({ userId: owner.userId, sealedSeed, createdAt: dependencies.clock.now() });
}

test('a process with another secret is refused once one was used, whatever is encrypted by then', async () => {
  await db().update(installation).set({ secretCheck: null });
  await refuseWrongSecret(dependencies);
  await refuseWrongSecret(dependencies);
  await expect(refuseWrongSecret({ ...dependencies, secrets: other })).rejects.toThrow(/SLIPWAY_SECRET isn’t the one/);
});

test('of two that start at once with different secrets, one is refused', async () => {
  await db().update(installation).set({ secretCheck: null });
  const starts = [dependencies, { ...dependencies, secrets: other }].map(refuseWrongSecret);
  const ends = await Promise.allSettled(starts);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('without a check, as older releases left it, what is encrypted tells, and one damaged value says nothing', async () => {
  const forget = () => db().update(installation).set({ secretCheck: null });
  await forget();
  await keepSeed(dependencies.secrets.seal('seed'));
  await expect(refuseWrongSecret({ ...dependencies, secrets: other })).rejects.toThrow(/SLIPWAY_SECRET isn’t the one/);
  await keepSeed('v1.damaged');
  await refuseWrongSecret(dependencies);
});
