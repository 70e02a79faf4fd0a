import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { addMessage } from '../instances/index.ts';
import { lockWorkspace } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { workspaceKind } from './kind.ts';
import { beginStart } from './start-workspace.ts';

/** Stop and start in one call (decisions §4). A stopped workspace is only started. @throws NotFound, Conflict */
export async function restartWorkspace(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  const restarted = await db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, input.id);
    if (workspace.status === 'Offline') return false;
    if (workspace.status === 'Pending') return true;
    if (workspace.status !== 'Active')
      throw new Conflict(`The workspace is ${workspace.status} and can’t be restarted.`);
    const stopped = await changeStatus(context, tx, workspace, {
      to: 'Offline',
      cause: 'stopped_by_user',
      userId: actor.userId,
    });
    // Its memory stays reserved: both changes commit together.
    const started = await changeStatus(context, tx, stopped, {
      to: 'Pending',
      cause: 'started',
      userId: actor.userId,
      set: { revision: stopped.revision + 1 },
    });
    await addMessage(context, tx, workspaceKind, {
      id: started.id,
      revision: started.revision,
      code: 'W01',
      text: 'Restarting the workspace.',
    });
    await requestConvergence(tx, started.id);
    await record(tx, context, { action: 'workspaces.restart', targetId: started.id });
    return true;
  });
  if (!restarted) await beginStart(context, actor, input.id);
}
