import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { addSnapshot } from '../snapshots/index.ts';
import { lockWorkspace, requireManage } from './access.ts';
import { requestConvergence } from './converge-job.ts';

/**
 * Has a snapshot of a stopped workspace taken in the background. Asked twice before it is taken, it is one.
 * @throws NotFound, Forbidden, Conflict while the workspace is not stopped (spec/1 §4)
 */
export async function snapshotWorkspace(context: Context, input: { id: string }): Promise<{ id: string }> {
  const { actor, db } = context;
  return db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, input.id);
    requireManage(actor, workspace);
    if (workspace.status !== 'Offline')
      throw new Conflict('Only a stopped workspace can be snapshotted. Stop it first.');
    if (workspace.containerId === null) {
      throw new Conflict('There is nothing to keep yet. Start the workspace once, then stop it.');
    }
    const { id, added } = await addSnapshot(context, tx, workspace, { safety: false });
    if (added) {
      await requestConvergence(tx, workspace.id);
      await record(tx, context, { action: 'workspaces.snapshot', targetId: workspace.id, details: { snapshot: id } });
    }
    return { id };
  });
}
