import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';
import { LockLost } from '#server/platform/held-locks.ts';
import { addJob, type JobHandlers, type JobName, startWorker, type Worker } from '#server/platform/jobs.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

let dependencies: TestDependencies;
const workers: Worker[] = [];

beforeAll(async () => {
  dependencies = await createTestDependencies();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await dependencies.sql`delete from graphile_worker._private_jobs`;
});
afterAll(() => dependencies?.close());

const JOB = 'instances.converge' satisfies JobName;

async function work(
  job: () => Promise<void>,
  locks = dependencies.locks,
  options: { concurrency?: number; onEnd?: () => void } = {},
): Promise<Worker> {
  const worker = await startWorker({
    connectionString: dependencies.databaseUrl,
    handlers: { [JOB]: job } as Partial<JobHandlers> as JobHandlers,
    crontab: '',
    concurrency: 1,
    logger: dependencies.log,
    locks,
    ...options,
  });
  workers.push(worker);
  return worker;
}

const add = () => addJob(dependencies.db, JOB, { kind: 'workspace', id: 'any' });
const held = () =>
  dependencies.sql<{ locked_by: string | null }[]>`select locked_by from graphile_worker._private_jobs`;
const heldFor = (time: string) =>
  dependencies.sql`update graphile_worker._private_jobs set locked_at = now() - ${time}::interval`;

test('a job that takes long stays with the process that does it', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  await work(() => {
    begun.resolve();
    return end.promise;
  });
  await add();
  await begun.promise;
  const before = await held();
  await heldFor('1 hour');
  let others = 0;
  await work(async () => void others++);
  expect(await held()).toEqual(before);
  end.resolve();
  for (const worker of workers.splice(0)) await worker.stop();
  expect(others).toBe(0);
  expect(await held()).toEqual([]);
});

test('a job of a process that is gone is done by the next one', async () => {
  await add();
  await dependencies.sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute'`;
  expect(await held()).toHaveLength(1);
  const done = Promise.withResolvers<void>();
  await work(async () => done.resolve());
  await done.promise;
  await expect.poll(held).toEqual([]);
});

test('a job that fails after it was asked for again is the newer one’s matter: it is not kept as given up', async () => {
  const addKeyed = () => addJob(dependencies.db, JOB, { kind: 'workspace', id: 'any' }, { key: 'any' });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let tries = 0;
  await work(async () => {
    tries += 1;
    if (tries > 1) return;
    begun.resolve();
    await end.promise;
    throw new Error('the engine went away');
  });
  await addKeyed();
  await begun.promise;
  await addKeyed();
  end.resolve();
  await expect.poll(held).toEqual([]);
  expect(tries).toBe(2);
});

test('of a job that was asked for again while a process had it, nothing is left once that process is gone', async () => {
  const addKeyed = () => addJob(dependencies.db, JOB, { kind: 'workspace', id: 'any' }, { key: 'any' });
  await addKeyed();
  await dependencies.sql`
    update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute', attempts = 1`;
  await addKeyed();
  expect(await held()).toHaveLength(2);
  let done = 0;
  await work(async () => void done++);
  await expect.poll(held).toEqual([]);
  expect(done).toBe(1);
});

test('a job of a process that lost its place is done by another one, and changes nothing any more', async () => {
  const elsewhere = openDatabase(dependencies.databaseUrl, 2);
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const changed: string[] = [];
  const first = Promise.withResolvers<unknown>();
  const change = (by: string) => dependencies.db.transaction(async () => void changed.push(by));
  await work(async () => {
    begun.resolve();
    await end.promise;
    await change('first').then(first.resolve, first.resolve);
  });
  await add();
  await begun.promise;
  // Taken for dead, but still at it: nobody else begins.
  await dependencies.sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute'`;
  await work(() => change('second'), elsewhere.locks);
  const attempts = async () =>
    (await dependencies.sql`select attempts from graphile_worker._private_jobs`)[0]?.attempts;
  await expect.poll(attempts).toBe(2);
  expect(changed).toEqual([]);
  await dependencies.sql`
    select pg_terminate_backend(pid) from pg_locks, graphile_worker._private_jobs as job
    where locktype = 'advisory' and ((classid::bigint << 32) | objid::bigint) = hashtextextended('slipway.job.' || job.id, 0)`;
  await dependencies.sql`update graphile_worker._private_jobs set run_at = now()`;
  await expect.poll(() => changed, { timeout: 60_000 }).toEqual(['second']);
  end.resolve();
  expect(await first.promise).toBeInstanceOf(LockLost);
  expect(changed).toEqual(['second']);
  for (const worker of workers.splice(0)) await worker.stop();
  await elsewhere.close();
});

test('a job that ends while the process stops is not done again', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const worker = await work(() => {
    begun.resolve();
    return end.promise;
  });
  await add();
  await begun.promise;
  const stopped = worker.stop();
  workers.length = 0;
  end.resolve();
  await stopped;
  expect(await held()).toEqual([]);
});

test('a process that can’t say that a job is done makes room for one that can', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const elsewhere = openDatabase(dependencies.databaseUrl, 2);
  const server = new URL(dependencies.databaseUrl);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  const operator = postgres(server.href, { max: 1 });
  await work(
    () => {
      begun.resolve();
      return end.promise;
    },
    elsewhere.locks,
    { concurrency: 3, onEnd: ended.resolve },
  );
  await add();
  await begun.promise;
  await operator`alter database ${operator(name)} allow_connections false`;
  await operator`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  end.resolve();
  await ended.promise;
  await operator`alter database ${operator(name)} allow_connections true`;
  for (const worker of workers.splice(0)) await worker.stop();
  await dependencies.sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', run_at = now()`;
  await work(async () => {});
  await expect.poll(held, { timeout: 30_000 }).toEqual([]);
  await elsewhere.close();
  await operator.end();
});
