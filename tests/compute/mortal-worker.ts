import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { watchHosts } from '#server/features/hosts/jobs.ts';
import { exitOf } from '#tests/gateway/run.ts';
import { reconcile } from '#tests/support/instances.ts';
import type { Lifecycle } from './lifecycle-support.ts';

/** Names its database connections. */
const NAME = 'mortal-worker';

/** A worker in a process of its own, that is killed as a power cut would. */
export class MortalWorker {
  readonly #life: Lifecycle;
  #process: ChildProcess | null = null;

  constructor(life: Lifecycle) {
    this.#life = life;
  }

  start(): void {
    const { databaseUrl, config } = this.#life.dependencies;
    this.#process = spawn(process.execPath, [path.join(import.meta.dirname, 'lifecycle-worker.ts')], {
      env: { ...process.env, PGAPPNAME: NAME, DATABASE_URL: databaseUrl, SLIPWAY_SECRET: config.secret },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  async kill(): Promise<void> {
    if (!this.#process) return;
    this.#process.kill('SIGKILL');
    await exitOf(this.#process);
    this.#process = null;
    // What it had asked of the database is done or undone by then, and its locks are free.
    await this.#life.condition(async () => {
      const [row] = await this.#life.dependencies.sql`
        select count(*)::int as left from pg_stat_activity where application_name = ${NAME}`;
      return row?.left === 0;
    }, 'the database to see that it is gone');
  }

  /** Starts one, and kills it at this moment. */
  async dieWhen(moment: () => Promise<boolean>, what: string): Promise<void> {
    this.start();
    await this.#life.condition(async () => {
      if (this.#process?.exitCode !== null || this.#process.signalCode !== null)
        throw new Error(`the worker ended by itself while waiting for ${what}`);
      return moment();
    }, what);
    await this.kill();
  }

  /** Did one take a job? It may have done it already. */
  async tookJob(): Promise<boolean> {
    const [row] = await this.#life.dependencies.sql`
      select coalesce(bool_or(locked_at is not null), true) as taken from graphile_worker._private_jobs`;
    return row?.taken;
  }

  /** What a new server does: it looks at everything, and gives back what a dead one held. */
  async recover(): Promise<void> {
    const { dependencies } = this.#life;
    await dependencies.sql`select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`;
    await reconcile(dependencies);
    await watchHosts(dependencies);
  }
}
