import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

const CONVERGE = 'services.converge';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'services.converge': { serviceId: string };
    'services.watch-disks': Record<string, never>;
    'services.watch-health': Record<string, never>;
  }
}

/** Asks a worker, on commit, to bring the engine to what the row says. The job carries no order, as with workspaces. */
export async function requestConvergence(executor: Executor, serviceId: string): Promise<void> {
  await addJob(executor, CONVERGE, { serviceId }, { key: `${CONVERGE}:${serviceId}` });
}
