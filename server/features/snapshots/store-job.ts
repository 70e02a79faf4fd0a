import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Deletes what is due, and retries what failed. */
    'snapshots.sweep': Record<string, never>;
    /** Pushes one snapshot to the registry. */
    'snapshots.store': { snapshotId: string };
    /** Restarts what ran before the snapshot of its stack was taken. */
    'stacks.restart': Record<string, never>;
  }
}

/**
 * Asks a worker, on commit, to push a snapshot to the registry. One after another, because packing one keeps a core
 * busy.
 */
export async function requestStore(executor: Executor, snapshotId: string): Promise<void> {
  const options = { key: `snapshots.store:${snapshotId}`, queue: 'snapshots.store' };
  await addJob(executor, 'snapshots.store', { snapshotId }, options);
}

/** Asks a worker, on commit, to start what waits for the last snapshot of its stack. */
export async function requestRestart(executor: Executor): Promise<void> {
  await addJob(executor, 'stacks.restart', {}, { key: 'stacks.restart' });
}
