import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

export const CONVERGE = 'workspaces.converge';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'workspaces.converge': { workspaceId: string };
    'workspaces.reconcile': Record<string, never>;
    'workspaces.pause-idle': Record<string, never>;
    'workspaces.watch-disks': Record<string, never>;
    'workspaces.watch-health': Record<string, never>;
  }
}

/**
 * Asks a worker, on commit, to bring the engine to what the row says. The job carries no order: whatever was asked
 * last is in the row, so a job that is repeated, replaced or late does no harm.
 */
export async function requestConvergence(executor: Executor, workspaceId: string): Promise<void> {
  await addJob(executor, CONVERGE, { workspaceId }, { key: `${CONVERGE}:${workspaceId}` });
}
