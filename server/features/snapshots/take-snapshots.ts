import { and, asc, eq, ne } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { findItem, secretKeys, serviceContainerName } from '../services/index.ts';
import { containerName } from '../workspaces/index.ts';
import type { SnapshotRecord } from './access.ts';
import { announceSnapshot } from './announce.ts';
import { SNAPSHOT_LABEL, snapshotImage } from './names.ts';
import { quietStack, restartStack } from './stacks.ts';
import { requestStore } from './store-job.ts';
import { goesToRegistry } from './store-snapshot.ts';

/**
 * Takes the snapshots that were asked for of this workspace. The caller holds the workspace's lock, and its container
 * does not run. Can be repeated. @throws EngineError `unreachable` when the engine is away: they are taken later
 */
export async function takeSnapshots(services: Services, engine: Engine, workspaceId: string): Promise<void> {
  for (const snapshot of await findPending(services, workspaceId, false)) {
    if (snapshot.stackId) await quietStack(services, engine, snapshot.stackId);
    await settle(services, snapshot, await commit(services, engine, snapshot));
    if (snapshot.stackId) await restartStack(services, snapshot.stackId);
  }
}

/**
 * Keeps the safety copy of a deleted workspace when one was asked for, once `quiet` has stopped its container, and lets
 * `remove` free the container before the copy counts as there: a restore never meets the old container. Snapshots that
 * were still waiting are taken too; older safety copies go. @throws as `takeSnapshots`
 */
export async function keepSafetyCopy(
  services: Services,
  engine: Engine,
  workspaceId: string,
  { quiet, remove }: { quiet: () => Promise<void>; remove: () => Promise<void> },
): Promise<void> {
  const pending = await findPending(services, workspaceId, true);
  if (pending.length > 0) await quiet();
  await takeSnapshots(services, engine, workspaceId);
  const outcomes: [SnapshotRecord, Outcome][] = [];
  for (const snapshot of pending) outcomes.push([snapshot, await commit(services, engine, snapshot)]);
  await remove();
  for (const [snapshot, outcome] of outcomes) {
    await settle(services, snapshot, outcome);
    if (outcome.status === 'Active') await dropOlder(services, snapshot);
  }
}

/** Workspaces or services of this engine of which a snapshot is still to be taken, as after a crash. */
export async function idsToCopy(executor: Executor, engineId: string, type: SnapshotRecord['type']): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ id: snapshots.workspaceId })
    .from(snapshots)
    .where(and(eq(snapshots.engineId, engineId), eq(snapshots.status, 'Pending'), eq(snapshots.type, type)));
  return rows.map((row) => row.id);
}

type Outcome =
  | { status: 'Active'; sizeBytes: number; registry: 'wanted' | null }
  | { status: 'Failed'; detail: string };

async function findPending({ db }: Services, workspaceId: string, safety: boolean): Promise<SnapshotRecord[]> {
  return db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.workspaceId, workspaceId), eq(snapshots.status, 'Pending'), eq(snapshots.safety, safety)))
    .orderBy(asc(snapshots.createdAt));
}

async function commit(services: Services, engine: Engine, snapshot: SnapshotRecord): Promise<Outcome> {
  const { id, workspaceId, serviceId } = snapshot;
  const image = snapshotImage(id);
  const container = serviceId ? serviceContainerName(workspaceId) : containerName(workspaceId);
  const secrets = serviceId ? secretKeys(findItem(serviceId)) : [];
  try {
    // A repeat after a crash finds the image complete: an engine names it last.
    const sizeBytes = (await engine.imageExists(image))
      ? await engine.imageSize(image)
      : (await engine.commit(container, image, { [SNAPSHOT_LABEL]: id }, { secrets })).sizeBytes;
    return { status: 'Active', sizeBytes, registry: goesToRegistry(services) ? 'wanted' : null };
  } catch (error) {
    if (isEngineError(error, 'unreachable')) throw error;
    services.log.error({ err: error, snapshotId: id }, 'snapshot failed');
    return { status: 'Failed', detail: explain(error, serviceId ? 'service' : 'workspace') };
  }
}

function explain(error: unknown, word: 'workspace' | 'service'): string {
  if (isEngineError(error, 'not-found')) return `The ${word}’s container is not on the machine any more.`;
  if (isEngineError(error, 'out-of-disk')) return 'The machine’s disk is full.';
  if (isEngineError(error, 'timeout')) return `Copying the ${word} took too long.`;
  return `The ${word} could not be copied.`;
}

async function settle(services: Services, snapshot: SnapshotRecord, outcome: Outcome): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx
      .update(snapshots)
      .set(outcome)
      .where(and(eq(snapshots.id, snapshot.id), eq(snapshots.status, 'Pending')));
    if (outcome.status === 'Active' && outcome.registry) await requestStore(tx, snapshot.id);
    await announceSnapshot(services, tx, snapshot);
  });
}

async function dropOlder({ clock, db }: Services, { id, workspaceId }: SnapshotRecord): Promise<void> {
  await db
    .update(snapshots)
    .set({ status: 'Deleted', deletedAt: clock.now() })
    .where(
      and(
        eq(snapshots.workspaceId, workspaceId),
        eq(snapshots.safety, true),
        ne(snapshots.id, id),
        ne(snapshots.status, 'Deleted'),
      ),
    );
}
