import { isManager } from '#shared/features/auth/model.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Actor } from '../context.ts';
import { administers } from '../groups/index.ts';
import type { RecordOf, Requester } from '../instances/index.ts';
import type { workspaces } from './tables.ts';

export type WorkspaceRecord = RecordOf<typeof workspaces>;

/** Change and delete: its user, and owner and admin; not the administrators of a group. */
export function mayManage(actor: Requester, workspace: Pick<WorkspaceRecord, 'userId'>): boolean {
  return isManager(actor) || workspace.userId === actor.userId;
}

/** @throws Forbidden for the administrator of a group; others don't see the workspace at all */
export function requireManage(actor: Requester, workspace: Pick<WorkspaceRecord, 'userId'>): void {
  if (mayManage(actor, workspace)) return;
  throw new Forbidden(say('workspaces.changeRefused'));
}

/** What this person, who sees it, can do with it now: their rights, and what its status allows. */
export function permissions(actor: Requester, workspace: WorkspaceRecord): Workspace['may'] {
  const manages = mayManage(actor, workspace);
  const { status } = workspace;
  const settled = status === 'Active' || status === 'Offline';
  return {
    open: settled || status === 'Pending',
    start: status === 'Offline',
    stop: status === 'Active' || status === 'Pending' || workspace.asleepSince !== null,
    edit: manages && (settled || status === 'Pending'),
    delete: manages && status !== 'Deleted',
    fork: mayFork(actor, workspace),
    snapshot: manages && status === 'Offline' && workspace.containerId !== null,
    restore: status === 'Deleted' && mayRestore(actor),
    cancel_delete: mayCancelDeletion(actor, workspace),
  };
}

/** Does it have a container that a copy can be made of? */
export function mayCopy({ status, containerId }: Pick<WorkspaceRecord, 'status' | 'containerId'>): boolean {
  return (status === 'Active' || status === 'Offline') && containerId !== null;
}

/** Is there something to keep, and nobody at work on it? Who manages it goes back. */
export function mayGoBack({
  status,
  containerId,
  restoreId,
}: Pick<WorkspaceRecord, 'status' | 'containerId' | 'restoreId'>): boolean {
  return (status === 'Active' || status === 'Offline') && (containerId !== null || restoreId !== null);
}

/** Whoever sees it and creates workspaces copies it for themselves. */
function mayFork({ role }: Requester, workspace: WorkspaceRecord): boolean {
  return role !== 'user' && mayCopy(workspace);
}

/** A lead adds workspaces for themselves and for users of groups they administer, owner and admin for everyone. */
export async function mayAddFor(executor: Executor, actor: Requester, userId: string): Promise<boolean> {
  if (isManager(actor)) return true;
  if (actor.role !== 'lead') return false;
  return userId === actor.userId || administers(executor, actor, userId);
}

/** Whoever manages it can keep one that is Pending Deletion, unless it goes with its host. */
export function mayCancelDeletion(
  actor: Requester,
  workspace: Pick<WorkspaceRecord, 'userId' | 'status' | 'serverId'>,
): boolean {
  return workspace.status === 'Pending Deletion' && workspace.serverId === 'shared' && mayManage(actor, workspace);
}

/** Owner and admin restore deleted workspaces. */
export function mayRestore(actor: Pick<Actor, 'role'>): boolean {
  return isManager(actor);
}
