import { and, eq, isNotNull } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { memberships } from '../organizations/tables.ts';
import { beginServiceStart, serviceContainerName } from '../services/index.ts';
import { beginStart, containerName } from '../workspaces/index.ts';

/**
 * Stops everything of a stack before any of it is copied, so that the copies fit together: nobody writes to a database
 * whose copy is taken already.
 */
export async function quietStack({ db }: Services, engine: Engine, stackId: string): Promise<void> {
  const members = await db.select().from(snapshots).where(eq(snapshots.stackId, stackId));
  const stopping = members.map(({ workspaceId, serviceId }) =>
    engine.stop(serviceId ? serviceContainerName(workspaceId) : containerName(workspaceId)).catch((error) => {
      if (!isEngineError(error, 'not-found')) throw error;
    }),
  );
  await Promise.all(stopping);
}

/** Starts again what ran before, once all of the stack is taken, on behalf of who asked. Can be repeated. */
export async function restartStack(services: Services, stackId: string): Promise<void> {
  const { db, log } = services;
  const members = await db.select().from(snapshots).where(eq(snapshots.stackId, stackId));
  if (members.some(({ status }) => status === 'Pending')) return;
  for (const { id, workspaceId, serviceId, organizationId, restartUserId: userId } of members) {
    if (!userId) continue;
    const actor = await findMember(services, userId, organizationId);
    try {
      if (actor) await (serviceId ? beginServiceStart : beginStart)(services, actor, workspaceId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, snapshotId: id }, 'could not be started again after its snapshot');
    }
    await db.update(snapshots).set({ restartUserId: null }).where(eq(snapshots.id, id));
  }
}

/** The same for stacks whose last snapshot was taken by a process that ended then. */
export async function restartStacks(services: Services): Promise<void> {
  const waiting = await services.db
    .selectDistinct({ stackId: snapshots.stackId })
    .from(snapshots)
    .where(isNotNull(snapshots.restartUserId));
  for (const { stackId } of waiting) if (stackId) await restartStack(services, stackId);
}

async function findMember({ db }: Services, userId: string, organizationId: string) {
  const [member] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.organizationId, organizationId),
        eq(memberships.status, 'active'),
      ),
    );
  return member ? { userId, organizationId, role: member.role } : null;
}
