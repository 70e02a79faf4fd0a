import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Brings one host to what its row says: creates its machine, or gives it back. */
    'hosts.converge': { hostId: string };
    /** Checks all hosts: whether they answer, whether one is to be removed, and what a crash left half-done. */
    'hosts.watch': Record<string, never>;
    /** Makes the bills match the existing hosts. */
    'hosts.settle': Record<string, never>;
  }
}

/** Asks a worker, on commit, to bring the host to what its row says. Hosts are created one after another. */
export async function requestHostConvergence(executor: Executor, hostId: string): Promise<void> {
  await addJob(executor, 'hosts.converge', { hostId }, { key: `hosts.converge:${hostId}`, queue: 'hosts.converge' });
}
