import { sql as query } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withWorkLock } from '#server/features/instances/index.ts';
import { createBus } from '#server/platform/bus.ts';
import { type DatabaseHandle, openDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { fc } from '#tests/support/fast-check.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

const POOL = 3;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let killer: postgres.Sql;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  killer = postgres(database.url, { max: 1, onnotice: () => {}, connection: { application_name: 'killer' } });
  handle = openDatabase(database.url, POOL);
});
afterAll(async () => {
  await handle.close();
  await killer.end();
  await database.drop();
});

const loseAll = () =>
  killer`select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and application_name <> 'killer'`;
const quiet = (work: Promise<unknown>) => work.catch(() => undefined);

/** What may be under way when the database goes; each says that it has begun, and `gone` resolves after the loss. */
const UNDER_WAY = {
  'a query': (begun: () => void) => {
    const running = handle.sql`select pg_sleep(10)`.execute();
    begun();
    return quiet(Promise.resolve(running));
  },
  'a look-up': (begun: () => void) => {
    const running = handle.lookups`select pg_sleep(10), ${1}::int`.execute();
    begun();
    return quiet(Promise.resolve(running));
  },
  'a transaction that asks': (begun: () => void) =>
    quiet(
      handle.db.transaction(async (tx) => {
        await tx.execute(query`select 1`);
        begun();
        await tx.execute(query`select pg_sleep(10)`);
      }),
    ),
  'a transaction that waits for somebody else': (begun: () => void, gone: Promise<unknown>) =>
    quiet(
      handle.db.transaction(async (tx) => {
        await tx.execute(query`select 1`);
        begun();
        await gone;
        await tx.execute(query`select 1`);
      }),
    ),
  'a lock': (begun: () => void, gone: Promise<unknown>) =>
    quiet(
      withWorkLock(handle, 'workspace.1', async () => {
        begun();
        await gone;
      }),
    ),
  'a connection that is being made': (begun: () => void) => {
    begun();
    const own = postgres(database.url, { max: 1, onnotice: () => {} });
    return quiet(Promise.resolve(own`select 1`).finally(() => own.end({ timeout: 1 })));
  },
};
type UnderWay = keyof typeof UNDER_WAY;
type Waiting = PromiseWithResolvers<void>;

test('losing every connection in the middle of anything throws nothing where nobody can catch it, and all works again', async () => {
  const bus = createBus(handle.sql, createLogger('silent'));
  const heard: string[] = [];
  const stop = await bus.listen('access_changed', ({ reason }) => void heard.push(reason));
  const uncaught = collectUncaught();
  try {
    const some = fc.array(fc.constantFrom(...(Object.keys(UNDER_WAY) as UnderWay[])), {
      minLength: 1,
      maxLength: POOL,
    });
    await fc.assert(
      fc.asyncProperty(some, async (kinds) => {
        const gone = Promise.withResolvers<void>();
        const begun = kinds.map(() => Promise.withResolvers<void>());
        const works = kinds.map((kind, n) => UNDER_WAY[kind](() => begun[n]?.resolve(), gone.promise));
        // A second lock of one key is refused at once and begins nothing.
        await Promise.all(begun.map((each, n) => Promise.race([each.promise, works[n]])));
        await loseAll();
        gone.resolve();
        await Promise.all(works);
        await expect.poll(() => quiet(Promise.resolve(handle.sql`select 1 as one`))).toEqual([{ one: 1 }]);
        // Each connection of the pool, at once.
        const each = Array.from({ length: POOL }, () =>
          handle.db.transaction(async (tx) => {
            await tx.execute(query`select 1`);
            return tx.execute(query`select pg_backend_pid() as pid`);
          }),
        );
        const pids = (await Promise.all(each)).map(([row]) => row?.pid);
        expect(new Set(pids).size).toBe(POOL);
        expect(await withWorkLock(handle, 'workspace.1', async () => {})).toBe(true);
        expect(uncaught.errors).toEqual([]);
      }),
      { numRuns: 10 },
    );
    await expect
      .poll(async () => {
        await bus.notify(handle.db, 'access_changed', { reason: 'after all of it' });
        return heard;
      })
      .toContain('after all of it');
  } finally {
    uncaught.end();
    await stop();
  }
});

test('a transaction whose connection was lost runs nothing on the one that takes its place', async () => {
  const single = openDatabase(database.url, 1);
  try {
    await single.sql`create table if not exists kept (word text)`;
    const [begun, gone, over] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as [Waiting, Waiting, Waiting];
    const late = single.db.transaction(async (tx) => {
      await tx.execute(query`insert into kept values ('before')`);
      begun.resolve();
      await gone.promise;
      await tx.execute(query`insert into kept values ('after')`).finally(over.resolve);
    });
    const failed = late.then(
      () => null,
      (error: unknown) => error,
    );
    await begun.promise;
    await loseAll();
    await expect.poll(() => quiet(Promise.resolve(single.sql`select 1 as one`))).toEqual([{ one: 1 }]);
    gone.resolve();
    expect(await failed).toBeInstanceOf(Error);
    await over.promise;
    await single.db.transaction(async (tx) => void (await tx.execute(query`select 1`)));
    expect(await single.sql`select word from kept`).toEqual([]);
  } finally {
    await single.close();
  }
});

test('a message of the bus that is none does not keep the next one from being heard', async () => {
  const bus = createBus(handle.sql, createLogger('silent'));
  const heard: string[] = [];
  const stop = await bus.listen('host_changed', ({ id }) => {
    if (id === 'bad') throw new Error('a listener that fails');
    heard.push(id);
  });
  await handle.sql`select pg_notify('slipway_host_changed', ${'{ no json'})`;
  await bus.notify(handle.db, 'host_changed', { id: 'bad' });
  await bus.notify(handle.db, 'host_changed', { id: 'good' });
  await expect.poll(() => heard).toEqual(['good']);
  await stop();
});
