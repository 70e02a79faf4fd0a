import { and, eq, notInArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import {
  changeAndConverge,
  endSleep,
  type Instance,
  type Kind,
  lockInstance,
  readRecords,
  requestConvergence,
} from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { requireManage, serviceKind } from '../services/index.ts';
import { addSnapshot } from '../snapshots/index.ts';
import { workspaceKind } from '../workspaces/index.ts';

/**
 * Snapshots a workspace and all services of its organization on the same host as one consistent set: all are stopped
 * first, copied, and what ran is restarted. @throws NotFound, Forbidden, Conflict
 */
export async function snapshotStack(context: Context, input: { workspaceId: string }): Promise<{ stackId: string }> {
  const { actor, db } = context;
  return db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, input.workspaceId);
    requireManage(actor);
    if (workspace.serverId === 'shared') {
      throw new Conflict(say('stacks.sharedUnsupported'));
    }
    const beside = and(
      eq(instances.organizationId, actor.organizationId),
      eq(instances.serverId, workspace.serverId),
      notInArray(instances.status, ['Deleted', 'Pending Deletion']),
    );
    const services = await readRecords(tx, serviceKind, beside, { orderBy: instances.id, lock: 'all' });
    for (const { name, status, containerId } of [workspace, ...services]) {
      if (containerId === null || (status !== 'Active' && status !== 'Offline')) {
        throw new Conflict(say('stacks.wrongStatus', { name, status }));
      }
    }
    const stackId = newId();
    await keep(context, tx, workspaceKind, workspace, stackId);
    for (const service of services) await keep(context, tx, serviceKind, service, stackId);
    const details = { stack: stackId, services: services.length };
    await record(tx, context, { action: 'services.snapshot-stack', targetId: workspace.id, details });
    return { stackId };
  });
}

/** Stops it, with a snapshot to be taken then; a running one restarts once all of the stack is taken. */
async function keep<R extends Instance>(
  context: Context,
  tx: Transaction,
  kind: Kind<R>,
  member: R,
  stackId: string,
): Promise<void> {
  const { userId } = context.actor;
  const runs = member.status === 'Active';
  await addSnapshot(context, tx, kind, member, {
    safety: false,
    stack: { stackId, restartUserId: runs ? userId : null },
  });
  if (runs) await changeAndConverge(context, tx, kind, member, { to: 'Offline', cause: 'stopped_by_user', userId });
  else if (member.asleepSince !== null) {
    await endSleep(context, tx, kind, member, { cause: 'stopped_by_user', userId });
  } else await requestConvergence(tx, kind, member.id);
}
