import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockInstance } from '../instances/index.ts';
import { mayCancelDeletion, requireManage } from './access.ts';
import { keepAfterAll } from './hand-over-workspaces.ts';
import { workspaceKind } from './kind.ts';
import { mustBeLicensed, mustHaveRoom } from './quota.ts';

/**
 * Keeps a workspace that is Pending Deletion: it is Offline again and counts among its user's shared workspaces. One
 * that goes with its host can't be kept alone. Succeeds if it is already Offline.
 * @throws NotFound, Forbidden, Conflict (not pending, quota), ValidationError if its user has left
 */
export async function cancelDeletion(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, input.id);
    requireManage(actor, workspace);
    if (workspace.status === 'Offline') return;
    if (workspace.status !== 'Pending Deletion') throw new Conflict(say('workspaces.notPendingDeletion'));
    if (!mayCancelDeletion(actor, workspace)) {
      throw new Conflict(say('workspaces.hostPendingDeletion'));
    }
    await mustBeLicensed(tx, workspace.organizationId, workspace.userId);
    await mustHaveRoom(tx, workspace.organizationId, workspace.userId);
    await keepAfterAll(context, tx, workspace);
    await record(tx, context, { action: 'workspaces.cancel-delete', targetId: workspace.id });
  });
}
