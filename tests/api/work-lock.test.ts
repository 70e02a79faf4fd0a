import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSharedLock, withWorkLock } from '#server/features/instances/index.ts';
import { openDatabase } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

let dependencies: TestDependencies;
/** Another process of the same installation. */
let elsewhere: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  dependencies = await createTestDependencies();
  elsewhere = openDatabase(dependencies.databaseUrl, 4);
});
afterAll(async () => {
  await elsewhere?.close();
  await dependencies?.close();
});

type Process = Pick<TestDependencies, 'sql'>;

/** Has the lock together with others until `end` is called. */
async function share(process: Process, key: string): Promise<{ end(): Promise<void> }> {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = withSharedLock(process, key, () => {
    begun.resolve();
    return ending.promise;
  });
  await begun.promise;
  return {
    end() {
      ending.resolve();
      return ended;
    },
  };
}
const isFree = (process: Process, key: string) => withWorkLock(process, key, async () => undefined);

test.each([
  ['here', () => [dependencies, dependencies]],
  ['here and elsewhere', () => [dependencies, dependencies, elsewhere]],
  ['elsewhere', () => [elsewhere, elsewhere]],
] as const)('nobody has it alone while one of several who share it lives %s', async (_, processes) => {
  const key = `thing.${newId()}`;
  const holders = await Promise.all(processes().map((process) => share(process, key)));
  for (const holder of holders) {
    expect([await isFree(dependencies, key), await isFree(elsewhere, key)]).toEqual([false, false]);
    await holder.end();
  }
  expect([await isFree(dependencies, key), await isFree(elsewhere, key)]).toEqual([true, true]);
});

test('who would share it waits for who has it alone, and only of this thing', async () => {
  const [key, other] = [`thing.${newId()}`, `thing.${newId()}`];
  const ending = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const alone = withWorkLock(dependencies, key, async () => {
    begun.resolve();
    await ending.promise;
    order.push('alone');
  });
  await begun.promise;
  const sharing = [dependencies, elsewhere].map((process) =>
    withSharedLock(process, key, async () => void order.push('shared')),
  );
  await withSharedLock(dependencies, other, async () => void order.push('other'));
  expect(order).toEqual(['other']);
  ending.resolve();
  expect(await alone).toBe(true);
  await Promise.all(sharing);
  expect(order).toEqual(['other', 'alone', 'shared', 'shared']);
});

test('is let go when the work fails', async () => {
  const key = `thing.${newId()}`;
  const fail = async () => {
    throw new Error('burnt');
  };
  await expect(withWorkLock(dependencies, key, fail)).rejects.toThrow('burnt');
  await expect(withSharedLock(dependencies, key, fail)).rejects.toThrow('burnt');
  expect([await isFree(elsewhere, key), await isFree(dependencies, key)]).toEqual([true, true]);
});
