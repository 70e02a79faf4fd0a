import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockWorkspace } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';

/**
 * Stops a workspace, or ends its launch; its files stay. Fine when it is stopped already. It is Offline at once: the
 * gateway brings nobody in any more while the container ends its databases cleanly. @throws NotFound, Conflict
 */
export async function stopWorkspace(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, input.id);
    if (workspace.status === 'Offline') return;
    if (workspace.status !== 'Active' && workspace.status !== 'Pending') {
      throw new Conflict(`The workspace is ${workspace.status} and can’t be stopped.`);
    }
    await changeStatus(context, tx, workspace, {
      to: 'Offline',
      cause: 'stopped_by_user',
      userId: actor.userId,
      set: { revision: workspace.revision + 1 },
    });
    await requestConvergence(tx, workspace.id);
    await record(tx, context, { action: 'workspaces.stop', targetId: workspace.id });
  });
}
