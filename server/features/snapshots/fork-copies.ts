import { and, eq, isNotNull, ne, not, type SQL, sql } from 'drizzle-orm';
import { snapshotName } from '#shared/features/snapshots/model.ts';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from '../instances/index.ts';
import { instances, snapshots } from '../instances/tables.ts';
import type { SnapshotRecord } from './access.ts';
import { snapshotImage, TYPES } from './names.ts';

/** SQL condition on a snapshot: a fork that was never Active is still to be launched from it, maybe a second time. */
export const awaitedByFork: SQL = sql`exists (select 1 from ${instances} waiting where waiting.id = ${snapshots.forkId}
  and waiting.status <> 'Deleted' and waiting.launched_at is null)`;

/** Records that a fork is to be launched from a copy of `source`, which its launch makes. @returns the copy's id */
export async function addForkCopy<R extends Instance>(
  { clock }: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  kind: Kind<R>,
  { source, forkId }: { source: R; forkId: string },
): Promise<string> {
  const now = clock.now();
  const { organizationId, userId, engineId } = source;
  const id = newId();
  await tx.insert(snapshots).values({
    id,
    organizationId,
    userId,
    type: TYPES[kind.word],
    instanceId: source.id,
    ...kind.describe(source),
    name: snapshotName(source.name, now),
    status: 'Pending',
    engineId,
    forkId,
    createdAt: now,
  });
  return id;
}

/** The copy that an instance was or is to be launched from; null if it isn't a fork. */
export async function findForkCopy(executor: Executor, forkId: string): Promise<SnapshotRecord | null> {
  const [row] = await executor.select().from(snapshots).where(eq(snapshots.forkId, forkId)).limit(1);
  return row ?? null;
}

/** What an instance was copied from; null if it isn't a fork. */
export async function findForkSource(executor: Executor, forkId: string): Promise<{ id: string; name: string } | null> {
  const [row] = await executor
    .select({ id: instances.id, name: instances.name })
    .from(snapshots)
    .innerJoin(instances, eq(instances.id, snapshots.instanceId))
    .where(eq(snapshots.forkId, forkId))
    .limit(1);
  return row ?? null;
}

/** A copy that was brought to its fork's engine stays there alone. */
export async function settleForkCopy(
  { db, engines, log }: Pick<Dependencies, 'db' | 'engines' | 'log'>,
  to: Engine,
  id: string,
): Promise<void> {
  const [copy] = await db.select({ engineId: snapshots.engineId }).from(snapshots).where(eq(snapshots.id, id));
  const from = engines.list().find((engine) => engine.id === copy?.engineId);
  if (!copy || copy.engineId === to.id) return;
  await db.update(snapshots).set({ engineId: to.id }).where(eq(snapshots.id, id));
  await from?.removeImage(snapshotImage(id)).catch((error) => {
    if (!isEngineError(error)) throw error;
    // The sweep removes it once the fork is deleted.
    log.warn({ err: error, snapshotId: id }, 'copy for a fork could not be removed from its first engine');
  });
}

/** Nothing else is ever launched from the copy of a fork that was Active once, or is deleted. */
export async function endForkCopies({ clock, db }: Pick<Dependencies, 'clock' | 'db'>): Promise<void> {
  await db
    .update(snapshots)
    .set({ status: 'Deleted', deletedAt: clock.now() })
    .where(and(isNotNull(snapshots.forkId), ne(snapshots.status, 'Deleted'), not(awaitedByFork)));
}
