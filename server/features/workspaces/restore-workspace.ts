import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { reserveOnHost } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { changeStatus, holdFreeSlug, lockInstance, madeBy } from '../instances/index.ts';
import { keepForRestore, lockSafetyCopy } from '../snapshots/index.ts';
import { mayRestore } from './access.ts';
import { newDatabasePassword } from './add-workspace.ts';
import { workspaceKind } from './kind.ts';
import { assignTcpPorts } from './ports.ts';
import { mustBeLicensed, mustHaveRoom } from './quota.ts';

/**
 * Restores a deleted workspace as it was, stopped, with a new database password; under a new address if its own has
 * been taken. Succeeds if it is already restored. Rules: workspaces/README.md, "Deletion and restore".
 * @throws NotFound, Forbidden, Conflict (nothing to restore, quota), ValidationError if its user has left
 */
export async function restoreWorkspace(context: Context, input: { id: string }): Promise<void> {
  if (!mayRestore(context.actor)) throw new Forbidden(say('workspaces.restoreManagersOnly'));
  await context.db.transaction((tx) => bringBack(context, tx, input.id));
}

/** The same in a transaction of the caller's, who has checked that the actor may. */
export async function bringBack(context: Context, tx: Transaction, id: string): Promise<void> {
  const { actor } = context;
  const workspace = await lockInstance(tx, workspaceKind, actor, id);
  if (workspace.status !== 'Deleted') return;
  const copy = await lockSafetyCopy(tx, workspace.id);
  if (!copy) throw new Conflict(say('workspaces.notRestorable'));
  if (copy.status === 'Pending') {
    throw new Conflict(say('workspaces.stillSaving'));
  }
  if (workspace.tokenId === actor.apiToken?.id) await madeBy(tx, actor, 'workspace');
  await mustBeLicensed(tx, workspace.organizationId, workspace.userId);
  if (workspace.serverId === 'shared') await mustHaveRoom(tx, workspace.organizationId, workspace.userId);
  else await reserveOnHost(context, tx, workspace.serverId, { cpuCores: 0, memoryMb: 0, diskGb: workspace.diskGb });
  const restored = await changeStatus(context, tx, workspaceKind, workspace, {
    to: 'Offline',
    cause: 'restored',
    userId: actor.userId,
    set: {
      revision: workspace.revision + 1,
      slug: await holdFreeSlug(context, tx, { ...workspace, preferred: workspace.slug }),
      containerId: null,
      restoreId: copy.id,
      deletedAt: null,
      // Another workspace may have it by now.
      keepalive: workspace.keepalive && workspace.serverId !== 'shared',
      databasePassword: newDatabasePassword(context, workspace.database),
    },
  });
  await assignTcpPorts(context, tx, restored);
  await keepForRestore(tx, copy.id);
  await record(tx, context, { action: 'workspaces.restore', targetId: workspace.id });
}
