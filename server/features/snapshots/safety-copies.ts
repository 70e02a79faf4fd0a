import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { SAFETY_KEPT_MS } from '#shared/features/snapshots/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import type { SnapshotRecord } from './access.ts';

/**
 * The copy a deleted workspace can be restored from, Pending while it is being made; locked until the transaction ends.
 */
export async function lockSafetyCopy(tx: Transaction, instanceId: string): Promise<SnapshotRecord | null> {
  const [row] = await tx
    .select()
    .from(snapshots)
    .where(
      and(
        eq(snapshots.instanceId, instanceId),
        eq(snapshots.safety, true),
        isNull(snapshots.point),
        inArray(snapshots.status, ['Pending', 'Active']),
      ),
    )
    .limit(1)
    .for('update');
  return row ?? null;
}

/** It stays as long as the restored workspace may need it. */
export async function keepForRestore(tx: Transaction, id: string): Promise<void> {
  await tx.update(snapshots).set({ scheduledDeleteAt: null }).where(eq(snapshots.id, id));
}

/**
 * A workspace that was restored, or went back to a restore point, and is deleted without a start is still completely in
 * that copy, which is its safety copy then.
 */
export async function keepOnceMore({ clock }: Pick<Dependencies, 'clock'>, tx: Transaction, id: string): Promise<void> {
  const until = new Date(clock.now().getTime() + SAFETY_KEPT_MS);
  await tx.update(snapshots).set({ scheduledDeleteAt: until, point: null }).where(eq(snapshots.id, id));
}

/** SQL condition on a workspace's id: there is a copy to restore it from. */
export function hasSafetyCopy(instanceId: PgColumn): SQL {
  return sql`exists (select 1 from ${snapshots} where ${snapshots.instanceId} = ${instanceId} and ${snapshots.safety}
    and ${snapshots.point} is null and ${snapshots.status} in ('Pending', 'Active'))`;
}

/** Until when each of these deleted workspaces can be restored, by workspace. */
export async function restorableUntil(executor: Executor, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id: snapshots.instanceId, until: snapshots.scheduledDeleteAt })
    .from(snapshots)
    .where(
      and(
        inArray(snapshots.instanceId, ids),
        eq(snapshots.safety, true),
        isNull(snapshots.point),
        inArray(snapshots.status, ['Pending', 'Active']),
      ),
    );
  return new Map(rows.flatMap(({ id, until }) => (until ? [[id, until] as const] : [])));
}
