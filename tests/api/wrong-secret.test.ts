import { afterAll, beforeAll, expect, test } from 'vitest';
import { twoFactors } from '#server/features/auth/tables.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { refuseWrongSecret } from '#server/refuse-wrong-secret.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { mintOrganization } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
beforeAll(async () => {
  dependencies = await createTestDependencies();
});
afterAll(() => dependencies.close());

const other = createSecretBox('another secret that nothing was sealed with');

async function keepSeed(sealedSeed: string): Promise<void> {
  const { owner } = await mintOrganization(dependencies);
  await dependencies.db
    .insert(twoFactors)
    .values({ userId: owner.userId, sealedSeed, createdAt: dependencies.clock.now() });
}

test('another secret is refused once something is encrypted, and one damaged value says nothing', async () => {
  await refuseWrongSecret({ ...dependencies, secrets: other });
  await keepSeed(dependencies.secrets.seal('seed'));
  await refuseWrongSecret(dependencies);
  await expect(refuseWrongSecret({ ...dependencies, secrets: other })).rejects.toThrow(/SLIPWAY_SECRET isn’t the one/);
  await keepSeed('v1.damaged');
  await refuseWrongSecret(dependencies);
});
