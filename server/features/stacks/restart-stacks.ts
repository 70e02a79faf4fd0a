import { eq, isNotNull } from 'drizzle-orm';
import { AppError } from '../../platform/errors.ts';
import type { Dependencies } from '../context.ts';
import { beginStart } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { activeMember } from '../people/index.ts';
import { serviceKind } from '../services/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

/** Restarts what ran before, once all of its stack is taken, on behalf of the requester. Repeatable. */
export async function restartStacks(dependencies: Dependencies): Promise<void> {
  const waiting = await dependencies.db
    .selectDistinct({ stackId: snapshots.stackId })
    .from(snapshots)
    .where(isNotNull(snapshots.restartUserId));
  for (const { stackId } of waiting) if (stackId) await restartStack(dependencies, stackId);
}

async function restartStack(dependencies: Dependencies, stackId: string): Promise<void> {
  const { db, log } = dependencies;
  const members = await db.select().from(snapshots).where(eq(snapshots.stackId, stackId));
  if (members.some(({ status }) => status === 'Pending')) return;
  for (const { id, instanceId, type, organizationId, restartUserId: userId } of members) {
    if (!userId) continue;
    const actor = await activeMember(db, { userId, organizationId });
    try {
      if (actor && type === 'Service') await beginStart(dependencies, serviceKind, actor, instanceId);
      else if (actor) await beginStart(dependencies, workspaceKind, actor, instanceId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, snapshotId: id }, 'could not be started again after its snapshot');
    }
    await db.update(snapshots).set({ restartUserId: null }).where(eq(snapshots.id, id));
  }
}
