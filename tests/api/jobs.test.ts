import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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

async function work(job: () => Promise<void>): Promise<Worker> {
  const worker = await startWorker({
    connectionString: dependencies.databaseUrl,
    handlers: { [JOB]: job } as Partial<JobHandlers> as JobHandlers,
    crontab: '',
    concurrency: 1,
    logger: dependencies.log,
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
