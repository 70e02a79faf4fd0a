import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Deletes what is due, and tries again what could not be done. */
    'snapshots.sweep': Record<string, never>;
    /** Sends one snapshot to the registry. */
    'snapshots.store': { snapshotId: string };
  }
}

/** Asks a worker, on commit, to send a snapshot to the registry. One after the other: packing one keeps a core busy. */
export async function requestStore(executor: Executor, snapshotId: string): Promise<void> {
  const options = { key: `snapshots.store:${snapshotId}`, queue: 'snapshots.store' };
  await addJob(executor, 'snapshots.store', { snapshotId }, options);
}
