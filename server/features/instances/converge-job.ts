import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Kind } from './kind.ts';

const CONVERGE = 'instances.converge';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'instances.converge': { kind: Kind['word']; id: string };
    'instances.reconcile': Record<string, never>;
    'instances.watch-disks': Record<string, never>;
    'instances.watch-health': Record<string, never>;
  }
}

/**
 * Asks a worker, on commit, to bring the engine to what the row says. The job carries no order: the last request is in
 * the row, so a job that is repeated, replaced or late does no harm.
 */
export async function requestConvergence(executor: Executor, { word }: Pick<Kind, 'word'>, id: string): Promise<void> {
  await addJob(executor, CONVERGE, { kind: word, id }, { key: `${CONVERGE}:${word}:${id}` });
}
