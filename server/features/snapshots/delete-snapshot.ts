import { eq } from 'drizzle-orm';
import { DELETION_GRACE_MS } from '#shared/features/snapshots/model.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { lockSnapshot, permissions } from './access.ts';
import { announceSnapshot } from './announce.ts';

/**
 * Schedules the deletion in 24 hours; a failed snapshot has nothing to keep and goes at once. Succeeds if it is already
 * scheduled. @returns when it will be gone; null: now. @throws NotFound, Forbidden, Conflict while it is being taken
 */
export async function deleteSnapshot(context: Context, input: { id: string }): Promise<Date | null> {
  const { actor, clock, db } = context;
  return db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, actor, input.id);
    if (snapshot.status === 'Pending Deletion') return snapshot.scheduledDeleteAt;
    if (snapshot.status === 'Pending') throw new Conflict(say('snapshots.stillBuilding'));
    if (!permissions(actor, snapshot).delete) throw new Forbidden();
    const failed = snapshot.status === 'Failed';
    const scheduledDeleteAt = failed ? null : new Date(clock.now().getTime() + DELETION_GRACE_MS);
    await tx
      .update(snapshots)
      .set(failed ? { status: 'Deleted', deletedAt: clock.now() } : { status: 'Pending Deletion', scheduledDeleteAt })
      .where(eq(snapshots.id, snapshot.id));
    await announceSnapshot(context, tx, snapshot);
    await record(tx, context, { action: 'snapshots.delete', targetId: snapshot.id });
    return scheduledDeleteAt;
  });
}

/**
 * Takes a scheduled deletion back. Succeeds if none is scheduled. @throws NotFound, also if it is already gone;
 * Forbidden
 */
export async function undeleteSnapshot(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, actor, input.id);
    if (snapshot.status !== 'Pending Deletion') return;
    if (!permissions(actor, snapshot).undelete) throw new Forbidden();
    await tx.update(snapshots).set({ status: 'Active', scheduledDeleteAt: null }).where(eq(snapshots.id, snapshot.id));
    await announceSnapshot(context, tx, snapshot);
    await record(tx, context, { action: 'snapshots.undelete', targetId: snapshot.id });
  });
}
