import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import {
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { Executor } from './database.ts';
import { watchForDeadWorkers } from './dead-workers.ts';
import { JOB_POOL_CONNECTIONS } from './job-connections.ts';
import type { Locks } from './lock-connection.ts';
import type { Logger } from './logger.ts';
import { noteJob } from './metrics.ts';
import { withLock } from './with-lock.ts';

/** Payloads by job name. A slice adds its own: `declare module '#server/platform/jobs.ts' { interface Jobs { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the slices
export interface Jobs {}
export type JobName = Extract<keyof Jobs, string>;

export interface JobOptions {
  /** At most one waiting job per key: a later one replaces it. */
  key?: string;
  /** Jobs in one queue run one after another, whichever process takes them. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Adds a job in the caller's transaction: it exists if and only if that commits. */
export async function addJob<N extends JobName>(
  executor: Executor,
  name: N,
  payload: Jobs[N],
  options: JobOptions = {},
): Promise<void> {
  await executor.execute(sql`select graphile_worker.add_job(
    ${name}, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null},
    run_at => ${options.runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? 5}::int,
    job_key => ${options.key ?? null})`);
}

export type JobHandlers = { [N in JobName]: (payload: Jobs[N], signal: AbortSignal) => Promise<void> };

export interface Worker {
  /** Gives running jobs time to finish, then releases them for the next process. */
  stop(): Promise<void>;
}

/** Creates or updates graphile-worker's own schema. */
export async function migrateJobs(connectionString: string, logger: Logger): Promise<void> {
  await runMigrations({ connectionString, logger: workerLogger(logger) });
}

/** Starts taking jobs. `crontab` lines are `minute hour day month weekday name`. */
export async function startWorker(options: {
  connectionString: string;
  handlers: JobHandlers;
  crontab: string;
  concurrency: number;
  logger: Logger;
  /** A job of a process that was taken for dead may be done twice, but only one of them changes anything. */
  locks: Locks;
  /** It ended unexpectedly: no more jobs are done. */
  onEnd?(error: unknown): void;
}): Promise<Worker> {
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(options.handlers) as [
    string,
    (payload: unknown, signal: AbortSignal) => Promise<void>,
  ][]) {
    taskList[name] = async (payload, { job, abortSignal = new AbortController().signal }) => {
      try {
        const isDone = await withLock(options.locks, `job.${job.id}`, 'alone', () => handler(payload, abortSignal));
        if (!isDone) throw new Error('the process that had this job before is still doing it');
      } catch (error) {
        if (job.key === null || !(await isReplaced(job.id))) throw error;
        logger.warn({ err: error, job: name }, 'a job failed that was asked for again meanwhile');
      }
    };
  }
  let poolId = '';
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
  });
  events.on('job:success', ({ job }) => noteJob(job.task_identifier, 'success'));
  events.on('job:error', ({ job }) => noteJob(job.task_identifier, 'error'));
  events.on('job:failed', ({ job }) => noteJob(job.task_identifier, 'failed'));
  const { connectionString, logger } = options;
  // Each job has a connection only while it is taken and marked done; its own queries are made elsewhere.
  const connections = new pg.Pool({ connectionString, max: JOB_POOL_CONNECTIONS });
  const noteLost = (error: Error) => logger.warn({ err: error }, 'a connection of the jobs was lost');
  connections.on('error', noteLost);
  connections.on('connect', (client) => client.on('error', noteLost));
  /** It lost its key to a newer one, and wouldn't be tried again. */
  const isReplaced = async (id: string) => {
    const row = 'select 1 from graphile_worker._private_jobs where id = $1 and key is null';
    const found = await connections.query(row, [id]).catch(() => null);
    return (found?.rowCount ?? 0) > 0;
  };
  const runner = await run({
    events,
    pgPool: connections,
    concurrency: options.concurrency,
    taskList,
    parsedCronItems: parseCronItems(cronItems(options.crontab)),
    noHandleSignals: true,
    logger: workerLogger(options.logger),
    // In batches, even of one, since then the runner ends when a job can't be marked done; otherwise nobody would notice,
    // and the job would stay with this process for as long as it lives.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const stopWatching = await watchForDeadWorkers({ connectionString, poolId, logger });
  let stopping = false;
  let hasEnded = false;
  const ended = (error?: unknown) => {
    hasEnded = true;
    if (!stopping) options.onEnd?.(error);
  };
  runner.promise.then(ended, ended);
  return {
    async stop() {
      stopping = true;
      if (!hasEnded) await runner.stop();
      await connections.end();
      await stopWatching();
    },
  };
}

/** graphile-worker's own parser allows no dots in names. */
function cronItems(crontab: string): { task: string; match: string }[] {
  return crontab
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const fields = line.trim().split(/\s+/);
      return { match: fields.slice(0, 5).join(' '), task: fields[5] ?? '' };
    });
}

/** That it has fewer connections than jobs is meant: see `startWorker`. */
const SMALL_POOL = /maxPoolSize .* smaller than concurrency/;

function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    if (SMALL_POOL.test(message)) return;
    const target = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug';
    const cause = meta?.error instanceof Error ? { err: { message: meta.error.message, stack: meta.error.stack } } : {};
    logger[target]({ ...scope, ...cause }, message);
  });
}
