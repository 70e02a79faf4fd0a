import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Deletes what is due, and tries again what could not be done. */
    'snapshots.sweep': Record<string, never>;
    /** Sends one snapshot to the registry. */
    'snapshots.store': { snapshotId: string };
    /** Starts again what ran before the snapshot of its stack was taken. */
    'stacks.restart': Record<string, never>;
  }
}

/** Asks a worker, on commit, to send a snapshot to the registry. One after the other: packing one keeps a core busy. */
export async function requestStore(executor: Executor, snapshotId: string): Promise<void> {
  const options = { key: `snapshots.store:${snapshotId}`, queue: 'snapshots.store' };
  await addJob(executor, 'snapshots.store', { snapshotId }, options);
}

/** Asks a worker, on commit, to start what waits for the last snapshot of its stack. */
export async function requestRestart(executor: Executor): Promise<void> {
  await addJob(executor, 'stacks.restart', {}, { key: 'stacks.restart' });
}
