import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'tasks.advance': { id: string };
    /** Asks for `tasks.advance` of every open task: finds requests that were lost. */
    'tasks.watch': Record<string, never>;
  }
}

/** At most one waiting job per task. */
export async function requestAdvance(executor: Executor, id: string, runAt?: Date): Promise<void> {
  await addJob(executor, 'tasks.advance', { id }, { key: `tasks.advance:${id}`, ...(runAt && { runAt }) });
}
