import postgres from 'postgres';
import type { Logger } from './logger.ts';

const INTERVAL_MS = 10_000;
/** Twice the interval: by then a live process holds the lock of a pool it just created. */
const GRACE = '20 seconds';

/**
 * graphile-worker frees a killed process's jobs after four hours; this does it within half a minute. A live process
 * holds one advisory lock per worker pool on its own connection, so whoever gets the lock of a job's pool knows that
 * the pool is dead.
 */
export async function watchForDeadWorkers(options: {
  connectionString: string;
  /** This process's pools: its jobs are `locked_by` these. */
  poolId: string;
  logger: Logger;
}): Promise<() => Promise<void>> {
  const { connectionString, poolId, logger } = options;
  const sql = postgres(connectionString, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
  });
  const check = async () => {
    await sql`select pg_advisory_lock_shared(hashtextextended(id, 0)) from (values (${poolId})) own (id)
      where not exists (select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(id, 0))`;
    const dead = await sql<{ id: string }[]>`
      select id from (
        select locked_by as id from graphile_worker._private_jobs where locked_at < now() - ${GRACE}::interval
        union select locked_by from graphile_worker._private_job_queues where locked_at < now() - ${GRACE}::interval
      ) held where pg_try_advisory_xact_lock(hashtextextended(id, 0)) and id <> ${poolId}`;
    if (dead.length === 0) return;
    logger.warn({ pools: dead.length }, 'freed the jobs of a process that ended without giving them back');
    for (const { id } of dead) {
      // What was asked for again meanwhile has a newer job: this one has no key any more, and would never be taken again.
      await sql`delete from graphile_worker._private_jobs
        where locked_by = ${id} and key is null and attempts >= max_attempts and last_error is null`;
      await sql`select graphile_worker.force_unlock_workers(array[${id}])`;
    }
  };
  const quietly = () =>
    check().catch((error: unknown) => logger.warn({ err: error }, 'dead workers were not looked for'));
  await quietly();
  const timer = setInterval(quietly, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await sql.end({ timeout: 2 });
  };
}
