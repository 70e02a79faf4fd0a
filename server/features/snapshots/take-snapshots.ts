import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Executor } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import {
  backupLabels,
  containerName,
  findBackup,
  type Instance,
  type Kind,
  removeContainer,
  stopIfThere,
} from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import type { SnapshotRecord } from './access.ts';
import { announceSnapshot } from './announce.ts';
import { SNAPSHOT_LABEL, snapshotImage, TYPES } from './names.ts';
import { requestRestart, requestStore } from './store-job.ts';
import { goesToRegistry } from './store-snapshot.ts';

/**
 * Takes the requested snapshots of this instance. The caller holds its lock, and its container isn't running.
 * Repeatable. @throws EngineError `unreachable` if the engine is away: they are taken later
 */
export async function takeSnapshots<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
): Promise<void> {
  for (const snapshot of await findPending(dependencies, instance, false)) {
    if (snapshot.stackId) await stopTogether(dependencies, engine, snapshot.stackId);
    await settle(dependencies, snapshot, await commit(dependencies, engine, kind, instance, snapshot));
  }
}

/**
 * Frees a deleted instance's resources on its engine: takes waiting snapshots, its safety copy last, and removes the
 * container before that copy counts as available, so that a restore never meets the old container. Older safety copies
 * go.
 * @throws as `takeSnapshots`
 */
export async function dismantle<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
): Promise<void> {
  const copies = await findPending(dependencies, instance, true);
  const others = await findPending(dependencies, instance, false);
  // A stop lets databases flush cleanly.
  if (copies.length + others.length > 0)
    await stopIfThere(engine, containerName(kind.word, instance.id), kind.stopSeconds);
  await takeSnapshots(dependencies, engine, kind, instance);
  const outcomes: [SnapshotRecord, Outcome][] = [];
  for (const copy of copies) outcomes.push([copy, await commit(dependencies, engine, kind, instance, copy)]);
  await removeContainer(dependencies, kind, engine, instance);
  for (const [copy, outcome] of outcomes) {
    await settle(dependencies, copy, outcome);
    if (outcome.status === 'Active') await dropOlder(dependencies, copy);
  }
}

/** Instances of this engine with a snapshot still to be taken, as after a crash. */
export async function idsToCopy(executor: Executor, engineId: string, { word }: Pick<Kind, 'word'>): Promise<string[]> {
  const waiting = and(
    eq(snapshots.engineId, engineId),
    eq(snapshots.status, 'Pending'),
    eq(snapshots.type, TYPES[word]),
    // Whoever makes another restore point is at it.
    or(isNull(snapshots.point), eq(snapshots.point, 'before')),
  );
  const rows = await executor.selectDistinct({ id: snapshots.instanceId }).from(snapshots).where(waiting);
  return rows.map(({ id }) => id);
}

/** Stops everything in a stack before any of it is copied: nobody writes to a database that is already copied. */
async function stopTogether({ db }: Dependencies, engine: Engine, stackId: string): Promise<void> {
  const members = await db.select().from(snapshots).where(eq(snapshots.stackId, stackId));
  await Promise.all(
    members.map(({ type, instanceId }) =>
      stopIfThere(engine, containerName(type === 'Service' ? 'service' : 'workspace', instanceId)),
    ),
  );
}

export type Outcome =
  | { status: 'Active'; engineId: string; sizeBytes: number; registry: 'wanted' | null }
  | { status: 'Failed'; detail: string };

async function findPending({ db }: Dependencies, { id }: Instance, safety: boolean): Promise<SnapshotRecord[]> {
  return db
    .select()
    .from(snapshots)
    .where(
      and(
        eq(snapshots.instanceId, id),
        eq(snapshots.status, 'Pending'),
        eq(snapshots.safety, safety),
        isNull(snapshots.point),
      ),
    )
    .orderBy(asc(snapshots.createdAt));
}

/** Makes the image of a snapshot. @throws EngineError `unreachable` */
export async function commit<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  instance: R,
  { id, forkId, point }: SnapshotRecord,
): Promise<Outcome> {
  const image = snapshotImage(id);
  const container = containerName(kind.word, instance.id);
  const secrets = kind.secretVariables(instance);
  try {
    // After a crash the image is complete: an engine names it last.
    if (!(await engine.imageExists(image))) {
      const labels = { [SNAPSHOT_LABEL]: id, ...(point && (await backupLabels(dependencies, instance))) };
      await engine.commit(container, image, labels, { secrets }).catch(async (error) => {
        const backup = isEngineError(error, 'not-found') && (await findBackup(dependencies, engine, instance));
        if (!backup) throw error;
        await engine.tagImage(backup, image);
      });
    }
    const sizeBytes = await engine.imageSize(image);
    // A fork is launched from its copy at once, and nothing else ever is.
    const registry = forkId === null && goesToRegistry(dependencies) ? 'wanted' : null;
    return { status: 'Active', engineId: engine.id, sizeBytes, registry };
  } catch (error) {
    if (isEngineError(error, 'unreachable')) throw error;
    dependencies.log.error({ err: error, snapshotId: id }, 'snapshot failed');
    return { status: 'Failed', detail: explain(error, kind.word) };
  }
}

function explain(error: unknown, word: Kind['word']): string {
  if (isEngineError(error, 'not-found')) return say('snapshots.containerGone', { kind: word });
  if (isEngineError(error, 'out-of-disk')) return say('hosts.diskFull');
  if (isEngineError(error, 'timeout')) return say('snapshots.copyTimedOut', { kind: word });
  return say('snapshots.copyFailed', { kind: word });
}

async function settle(dependencies: Dependencies, snapshot: SnapshotRecord, outcome: Outcome): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    await tx
      .update(snapshots)
      .set(outcome)
      .where(and(eq(snapshots.id, snapshot.id), eq(snapshots.status, 'Pending')));
    if (outcome.status === 'Active' && outcome.registry) await requestStore(tx, snapshot.id);
    if (snapshot.stackId) await requestRestart(tx);
    await announceSnapshot(dependencies, tx, snapshot);
  });
}

async function dropOlder({ clock, db }: Dependencies, { id, instanceId }: SnapshotRecord): Promise<void> {
  await db
    .update(snapshots)
    .set({ status: 'Deleted', deletedAt: clock.now() })
    .where(
      and(
        eq(snapshots.instanceId, instanceId),
        eq(snapshots.safety, true),
        isNull(snapshots.point),
        ne(snapshots.id, id),
        ne(snapshots.status, 'Deleted'),
      ),
    );
}
