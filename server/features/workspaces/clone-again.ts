import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { addMessage, announce, lockInstance, requestConvergence, updateRecord } from '../instances/index.ts';
import { requireManage } from './access.ts';
import { parseGitUrl } from './git-url.ts';
import { workspaceKind } from './kind.ts';

/**
 * Retries a failed clone in the background, for when its key was added. Succeeds while one is in progress.
 * @throws NotFound, Forbidden, Conflict, ValidationError if the host has become a private one
 */
export async function cloneAgain(context: Context, input: { id: string }): Promise<void> {
  const { actor, config, db } = context;
  await db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, input.id);
    requireManage(actor, workspace);
    const { id, gitUrl, cloneStatus, status } = workspace;
    if (cloneStatus === 'pending') return;
    if (cloneStatus !== 'refused' || !gitUrl) throw new Conflict(say('workspaces.alreadyCloned'));
    if (status !== 'Active') throw new Conflict(say('workspaces.startThenRetry'));
    await parseGitUrl(gitUrl, { config });
    const revision = workspace.revision + 1;
    await updateRecord(tx, workspaceKind, workspace, { cloneStatus: 'pending', revision });
    await addMessage(context, tx, workspaceKind, { id, revision, code: 'W06', text: say('workspaces.cloneRetrying') });
    await announce(context, tx, workspaceKind, workspace);
    await requestConvergence(tx, workspaceKind, id);
    await record(tx, context, { action: 'workspaces.clone', targetId: id });
  });
}
