import { and, eq, type InferSelectModel, ne, type SQL } from 'drizzle-orm';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { administers, isOwnOrInGroup } from '../groups/index.ts';
import { workspaces } from './tables.ts';

export type WorkspaceRecord = InferSelectModel<typeof workspaces>;
type Asking = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

function managesAll(actor: Pick<Actor, 'role'>): boolean {
  return actor.role === 'owner' || actor.role === 'admin';
}

/**
 * Which workspaces a person sees, and may open, start and stop: owner and admin all of the organization; lead and user
 * their own, and those of the users of groups they administer (decisions §3).
 */
export function visibleTo(actor: Asking): SQL | undefined {
  const here = eq(workspaces.organizationId, actor.organizationId);
  return managesAll(actor) ? here : and(here, isOwnOrInGroup(actor, workspaces.userId));
}

/** May this person enter it (IDE, SSH, database password)? Everyone who sees it. */
export async function mayOpen(executor: Executor, actor: Asking, workspaceId: string): Promise<boolean> {
  const [row] = await executor
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), ne(workspaces.status, 'Deleted'), visibleTo(actor)));
  return row !== undefined;
}

/** Change and delete: its user, and owner and admin; not the administrators of a group (decisions §3). */
export function mayManage(actor: Asking, workspace: Pick<WorkspaceRecord, 'userId'>): boolean {
  return managesAll(actor) || workspace.userId === actor.userId;
}

/** @throws Forbidden for the administrator of a group; others don't see the workspace at all. */
export function requireManage(actor: Asking, workspace: Pick<WorkspaceRecord, 'userId'>): void {
  if (mayManage(actor, workspace)) return;
  throw new Forbidden(
    'You can open, start and stop this workspace, but only its user, the owner and admins change it.',
  );
}

/** What this person, who sees it, can do with it now: the right to, and a status that allows it (spec/1 §4). */
export function permissions(actor: Asking, workspace: WorkspaceRecord): Workspace['may'] {
  const manages = mayManage(actor, workspace);
  const { status } = workspace;
  const settled = status === 'Active' || status === 'Offline';
  return {
    open: settled || status === 'Pending',
    start: status === 'Offline',
    stop: status === 'Active' || status === 'Pending',
    edit: manages && (settled || status === 'Pending'),
    delete: manages && status !== 'Deleted',
    snapshot: manages && status === 'Offline' && workspace.containerId !== null,
    restore: status === 'Deleted' && mayRestore(actor),
    cancel_delete: mayCancelDeletion(actor, workspace),
  };
}

/** A lead adds workspaces for itself and for users of groups it administers, owner and admin for everyone (decisions §3). */
export async function mayAddFor(executor: Executor, actor: Asking, userId: string): Promise<boolean> {
  if (managesAll(actor)) return true;
  if (actor.role !== 'lead') return false;
  return userId === actor.userId || administers(executor, actor, userId);
}

/** Whoever manages it keeps one that is Pending Deletion, unless it goes with its host. */
export function mayCancelDeletion(
  actor: Asking,
  workspace: Pick<WorkspaceRecord, 'userId' | 'status' | 'serverId'>,
): boolean {
  return workspace.status === 'Pending Deletion' && workspace.serverId === 'shared' && mayManage(actor, workspace);
}

/** Owner and admin bring deleted workspaces back (decisions §4). */
export function mayRestore(actor: Pick<Actor, 'role'>): boolean {
  return managesAll(actor);
}

/** A workspace the person sees, deleted ones included. @throws NotFound */
export async function findWorkspace(executor: Executor, actor: Asking, id: string): Promise<WorkspaceRecord> {
  if (!isId(id)) throw new NotFound();
  const [row] = await executor
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, id), visibleTo(actor)));
  if (!row) throw new NotFound();
  return row;
}

/** The same, locked until the transaction ends, so that two changes come one after the other. @throws NotFound */
export async function lockWorkspace(executor: Executor, actor: Asking, id: string): Promise<WorkspaceRecord> {
  if (!isId(id)) throw new NotFound();
  const [row] = await executor
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, id), visibleTo(actor)))
    .for('update');
  if (!row) throw new NotFound();
  return row;
}
