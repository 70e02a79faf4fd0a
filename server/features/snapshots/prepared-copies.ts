import { and, desc, eq, notInArray, or, type SQL } from 'drizzle-orm';
import { DELETION_GRACE_MS, snapshotName } from '#shared/features/snapshots/model.ts';
import type { Engine } from '../../compute/engine.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import type { SnapshotRecord } from './access.ts';
import { SNAPSHOT_LABEL, snapshotImage, TYPES } from './names.ts';
import { requestStore } from './store-job.ts';
import { goesToRegistry } from './store-snapshot.ts';

interface Prepared {
  templateId: string;
  templateVersion: number;
  /** What its project has checked out. */
  gitCommit: string;
}

const isOf = (templateId: string) => eq(snapshots.templateId, templateId);

/**
 * Keeps what a stopped container has as a prepared copy of a template; `within` runs last in the transaction that
 * writes its row. @throws EngineError, and nothing is kept then
 */
export async function keepPrepared<R extends Instance>(
  dependencies: Dependencies,
  engine: Engine,
  kind: Kind<R>,
  { instance, container, prepared }: { instance: R; container: string; prepared: Prepared },
  within: (tx: Transaction, id: string) => Promise<void>,
): Promise<void> {
  const { clock, db } = dependencies;
  const id = newId();
  const image = snapshotImage(id);
  const { organizationId, userId, name } = instance;
  const now = clock.now();
  const registry = goesToRegistry(dependencies) ? 'wanted' : null;
  try {
    await engine.commit(container, image, { [SNAPSHOT_LABEL]: id }, { secrets: kind.secretVariables(instance) });
    const sizeBytes = await engine.imageSize(image);
    await db.transaction(async (tx) => {
      await tx.insert(snapshots).values({
        ...{ id, organizationId, userId, type: TYPES[kind.word], instanceId: instance.id, ...kind.describe(instance) },
        ...{
          name: snapshotName(name, now),
          status: 'Active',
          engineId: engine.id,
          registry,
          sizeBytes,
          createdAt: now,
        },
        ...prepared,
      });
      if (registry) await requestStore(tx, id);
      await within(tx, id);
    });
  } catch (error) {
    await engine.removeImage(image).catch(() => undefined);
    throw error;
  }
}

/** The newest copy of a template's version that can be launched, locked until the transaction ends; null if there is none. */
export async function holdPrepared(
  executor: Executor,
  { id, version }: { id: string; version: number },
): Promise<SnapshotRecord | null> {
  const [copy] = await executor
    .select()
    .from(snapshots)
    .where(and(isOf(id), eq(snapshots.templateVersion, version), eq(snapshots.status, 'Active')))
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
    .limit(1)
    .for('share');
  return copy ?? null;
}

/** The prepared copy that a workspace was launched from; null if it was launched from something else. */
export async function findPrepared(
  executor: Executor,
  snapshotId: string | null,
): Promise<{ gitCommit: string; createdAt: Date } | null> {
  if (snapshotId === null) return null;
  const [row] = await executor
    .select({ gitCommit: snapshots.gitCommit, createdAt: snapshots.createdAt })
    .from(snapshots)
    .where(eq(snapshots.id, snapshotId));
  return row?.gitCommit ? { ...row, gitCommit: row.gitCommit } : null;
}

/** Keeps the newest copies of a template's version and lets the next sweep remove the others. */
export async function thinPrepared(
  { clock }: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  { id, version, most }: { id: string; version: number; most: number },
): Promise<void> {
  const kept = await tx
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(and(isOf(id), eq(snapshots.templateVersion, version), eq(snapshots.status, 'Active')))
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
    .limit(most);
  const ids = kept.map((copy) => copy.id);
  await endPrepared({ clock }, tx, and(isOf(id), ids.length > 0 ? notInArray(snapshots.id, ids) : undefined));
}

/** Nothing is launched from these copies any more, and the next sweep removes them. */
export async function endPrepared(
  { clock }: Pick<Dependencies, 'clock'>,
  executor: Executor,
  which: SQL | undefined,
): Promise<void> {
  const there = or(eq(snapshots.status, 'Active'), eq(snapshots.status, 'Pending Deletion'));
  await executor.update(snapshots).set({ status: 'Deleted', deletedAt: clock.now() }).where(and(which, there));
}

/** Nothing is launched from a template's copies for now; they can be had back as long as other deleted snapshots. */
export async function putPreparedAway(
  { clock }: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  templateId: string,
): Promise<void> {
  const scheduledDeleteAt = new Date(clock.now().getTime() + DELETION_GRACE_MS);
  await tx
    .update(snapshots)
    .set({ status: 'Pending Deletion', scheduledDeleteAt })
    .where(and(isOf(templateId), eq(snapshots.status, 'Active')));
}

export async function takePreparedBack(tx: Transaction, templateId: string): Promise<void> {
  await tx
    .update(snapshots)
    .set({ status: 'Active', scheduledDeleteAt: null })
    .where(and(isOf(templateId), eq(snapshots.status, 'Pending Deletion')));
}
