import { and, asc, eq, ne } from 'drizzle-orm';
import { Conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { organizationServices } from '../instances/tables.ts';
import { addSnapshot } from '../snapshots/index.ts';
import { changeWorkspaceStatus, lockWorkspace, requestWorkspaceConvergence } from '../workspaces/index.ts';
import { requireManage } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { serviceSource } from './snapshot-source.ts';

/**
 * Snapshots a workspace and all services of its organization on the same host as one consistent set: all are stopped
 * first, copied, and what ran starts again by itself. @throws NotFound, Forbidden, Conflict
 */
export async function snapshotStack(context: Context, input: { workspaceId: string }): Promise<{ stackId: string }> {
  const { actor, db } = context;
  return db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, input.workspaceId);
    requireManage(actor);
    if (workspace.serverId === 'shared') {
      throw new Conflict('Shared workspaces have no services beside them. Only a stack on a host can be snapshotted.');
    }
    const services = await tx
      .select()
      .from(organizationServices)
      .where(
        and(
          eq(organizationServices.organizationId, actor.organizationId),
          eq(organizationServices.serverId, workspace.serverId),
          ne(organizationServices.status, 'Deleted'),
        ),
      )
      .orderBy(asc(organizationServices.id))
      .for('update');
    for (const { name, status, containerId } of [workspace, ...services]) {
      if (containerId === null || (status !== 'Active' && status !== 'Offline')) {
        throw new Conflict(
          `${name} is ${status} and can’t be snapshotted now. Please try again when it runs or is stopped.`,
        );
      }
    }
    const stackId = newId();
    const stackOf = (status: string) => ({
      safety: false,
      stack: { stackId, restartUserId: status === 'Active' ? actor.userId : null },
    });
    const stopped = { to: 'Offline', cause: 'stopped_by_user', userId: actor.userId } as const;
    await addSnapshot(context, tx, workspace, stackOf(workspace.status));
    if (workspace.status === 'Active') {
      await changeWorkspaceStatus(context, tx, workspace, { ...stopped, set: { revision: workspace.revision + 1 } });
    }
    await requestWorkspaceConvergence(tx, workspace.id);
    for (const service of services) {
      await addSnapshot(context, tx, serviceSource(service), stackOf(service.status));
      if (service.status === 'Active') {
        await changeStatus(context, tx, service, { ...stopped, set: { revision: service.revision + 1 } });
      }
      await requestConvergence(tx, service.id);
    }
    const details = { stack: stackId, services: services.length };
    await record(tx, context, { action: 'services.snapshot-stack', targetId: workspace.id, details });
    return { stackId };
  });
}
