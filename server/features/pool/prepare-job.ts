import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Makes the engine of a new node answer us. */
    'pool.prepare': { nodeId: string };
    /** Lets a removed node leave the swarm. */
    'pool.depart': { nodeId: string };
    /** Prepares what could not be prepared, says what runs on lost nodes, and looks which images nodes have. */
    'pool.watch': Record<string, never>;
  }
}

/** Asks a worker, on commit, to prepare a node. */
export async function requestPreparation(executor: Executor, nodeId: string): Promise<void> {
  await addJob(executor, 'pool.prepare', { nodeId }, { key: `pool.prepare:${nodeId}`, maxAttempts: 1 });
}

/** Asks a worker, on commit, to let a removed node leave the swarm. */
export async function requestDeparture(executor: Executor, nodeId: string): Promise<void> {
  await addJob(executor, 'pool.depart', { nodeId }, { key: `pool.depart:${nodeId}` });
}

/** Asks a worker, on commit, to look at all nodes now. */
export async function requestWatch(executor: Executor): Promise<void> {
  await addJob(executor, 'pool.watch', {}, { key: 'pool.watch' });
}
