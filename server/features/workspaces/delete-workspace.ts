import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockWorkspace, requireManage } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { askForSafetyCopy } from './safety-net.ts';

/** Deletes a workspace whatever it is doing; its name and memory are free at once. Fine when it is deleted already. @throws NotFound, Forbidden, Conflict */
export async function deleteWorkspace(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, input.id);
    requireManage(actor, workspace);
    if (workspace.status === 'Deleted') return;
    if (workspace.deleteProtect) {
      throw new Conflict('This workspace is protected from deletion. Turn the protection off first.');
    }
    await changeStatus(context, tx, workspace, {
      to: 'Deleted',
      cause: 'deleted_by_user',
      userId: actor.userId,
      set: { revision: workspace.revision + 1 },
    });
    await askForSafetyCopy(context, tx, workspace);
    await requestConvergence(tx, workspace.id);
    await record(tx, context, { action: 'workspaces.delete', targetId: workspace.id });
  });
}
