import { sql as query } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOnce, takeBuildTurns } from '#server/compute/build-once.ts';
import type { Engine } from '#server/compute/engine.ts';
import { withSharedLock, withWorkLock } from '#server/features/instances/index.ts';
import { createBuildTurn } from '#server/features/registry/build-turn.ts';
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

type Process = Pick<TestDependencies, 'locks'>;

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

/** Ends the connection that holds the key's lock, as a database does that was restarted or can't reach us. */
const cutHolder = (key: string) => elsewhere.sql`
  select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and granted
    and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${`slipway.${key}`}, 0)`;
const lost = /was lost: somebody else may be working on it/;

test('after its lock is lost, work writes nothing and asks nothing of an engine, while another one has it', async () => {
  const key = `thing.${newId()}`;
  const { db, engines } = dependencies;
  await db.execute(query`create table kept (word text)`);
  await db.execute(query`insert into kept values ('before')`);
  const ran = withWorkLock(dependencies, key, async () => {
    const asking = engines.get('local').ping();
    asking.catch(() => undefined);
    await db.transaction((tx) => tx.execute(query`insert into kept values ('held')`));
    await cutHolder(key);
    expect(await isFree(elsewhere, key)).toBe(true);
    const insert = query`insert into kept values ('after')`;
    await expect(db.transaction((tx) => tx.execute(insert))).rejects.toThrow(lost);
    expect(() => db.execute(insert)).toThrow(lost);
    await expect(engines.get('local').remove('anything')).rejects.toThrow(lost);
    await db.transaction((tx) => tx.execute(insert));
  });
  await expect(ran).rejects.toThrow(lost);
  const words = await db.execute(query`select word from kept`);
  expect(words.map(({ word }) => word)).toEqual(['before', 'held']);
  expect(await isFree(dependencies, key)).toBe(true);
});

test('whoever takes a lost lock waits for what is about to commit under it', async () => {
  const key = `thing.${newId()}`;
  const order: string[] = [];
  let next: Promise<unknown> = Promise.resolve();
  await withWorkLock(dependencies, key, async () => {
    await dependencies.db.transaction(async () => {
      await cutHolder(key);
      next = withWorkLock(elsewhere, key, async () => void order.push('next'));
      const waiting = async () => (await elsewhere.sql`select 1 from pg_locks where not granted`).length;
      await expect.poll(waiting).toBe(1);
      order.push('written');
    });
  });
  await next;
  expect(order).toEqual(['written', 'next']);
});

test('work that outlives its own lock isn’t taken for work that lost it', async () => {
  const released = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await withWorkLock(dependencies, `thing.${newId()}`, async () => {
    late = released.promise.then(() => dependencies.db.transaction((tx) => tx.execute(query`select 1 as one`)));
  });
  released.resolve();
  expect(await late).toEqual([{ one: 1 }]);
});

test('an image is built once, in whichever process; the others wait for it', async () => {
  const present = new Set<string>();
  let builds = 0;
  const begin = (process: Process) => {
    const engine = { imageExists: async (image: string) => present.has(image) } as Engine;
    takeBuildTurns(engine, createBuildTurn(process.locks));
    return buildOnce(
      engine,
      'slipway/workspace:1',
      () => undefined,
      async () => {
        builds += 1;
        // As long as somebody else would need to begin as well.
        await dependencies.sql`select 1`;
        present.add('slipway/workspace:1');
      },
    );
  };
  await Promise.all([begin(dependencies), begin(elsewhere), begin(elsewhere)]);
  expect(builds).toBe(1);
});
