import { eq, isNotNull } from 'drizzle-orm';
import { HOUR } from '../../platform/clock.ts';
import { AppError, Unavailable } from '../../platform/errors.ts';
import type { Dependencies } from '../context.ts';
import { beginStart } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { activeMember } from '../people/index.ts';
import { serviceKind } from '../services/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

/** A machine that doesn't answer for the moment is asked again; after that time people have seen for themselves. */
const AGAIN_FOR_MS = HOUR;

/**
 * Restarts what ran before, once all of its stack is taken, on behalf of the requester. Repeatable. @throws Unavailable
 * if a machine doesn't answer now, with everything else restarted
 */
export async function restartStacks(dependencies: Dependencies): Promise<void> {
  const waiting = await dependencies.db
    .selectDistinct({ stackId: snapshots.stackId })
    .from(snapshots)
    .where(isNotNull(snapshots.restartUserId));
  const refused: unknown[] = [];
  for (const { stackId } of waiting) if (stackId) refused.push(...(await restartStack(dependencies, stackId)));
  if (refused.length > 0) throw refused[0];
}

/** Returns why some are to be tried again. */
async function restartStack(dependencies: Dependencies, stackId: string): Promise<Unavailable[]> {
  const { clock, db, log } = dependencies;
  const members = await db.select().from(snapshots).where(eq(snapshots.stackId, stackId));
  if (members.some(({ status }) => status === 'Pending')) return [];
  const again: Unavailable[] = [];
  for (const { id, instanceId, type, organizationId, restartUserId: userId, createdAt } of members) {
    if (!userId) continue;
    const actor = await activeMember(db, { userId, organizationId });
    try {
      if (actor && type === 'Service') await beginStart(dependencies, serviceKind, actor, instanceId);
      else if (actor) await beginStart(dependencies, workspaceKind, actor, instanceId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof Unavailable && clock.now().getTime() - createdAt.getTime() < AGAIN_FOR_MS) {
        again.push(error);
        continue;
      }
      log.warn({ err: error, snapshotId: id }, 'could not be started again after its snapshot');
    }
    await db.update(snapshots).set({ restartUserId: null }).where(eq(snapshots.id, id));
  }
  return again;
}
