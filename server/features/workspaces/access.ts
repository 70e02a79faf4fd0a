import { and, eq, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { workspaces } from './tables.ts';

export type WorkspaceRecord = InferSelectModel<typeof workspaces>;
type Asking = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

function managesAll(actor: Pick<Actor, 'role'>): boolean {
  return actor.role === 'owner' || actor.role === 'admin';
}

/** Which workspaces a person sees: owner and admin all of the organization, lead and user their own (decisions §3). */
export function visibleTo(actor: Asking): SQL | undefined {
  const here = eq(workspaces.organizationId, actor.organizationId);
  return managesAll(actor) ? here : and(here, eq(workspaces.userId, actor.userId));
}

/** May this person enter it (IDE, SSH, database password)? Its user, and owner and admin of its organization. */
export function mayOpen(actor: Asking, workspace: Pick<WorkspaceRecord, 'organizationId' | 'userId'>): boolean {
  if (workspace.organizationId !== actor.organizationId) return false;
  return workspace.userId === actor.userId || managesAll(actor);
}

/** What this person can do with it now: the right to, and a status that allows it (spec/1 §4). */
export function permissions(actor: Asking, workspace: WorkspaceRecord): Workspace['may'] {
  const right = mayOpen(actor, workspace);
  const { status } = workspace;
  const settled = status === 'Active' || status === 'Offline';
  return {
    open: right && (settled || status === 'Pending'),
    start: right && status === 'Offline',
    stop: right && (status === 'Active' || status === 'Pending'),
    edit: right && (settled || status === 'Pending'),
    delete: right && status !== 'Deleted',
  };
}

/** May this role add workspaces, for itself or for others (decisions §3)? */
export function mayAddFor(actor: Asking, userId: string): boolean {
  return managesAll(actor) || (actor.role === 'lead' && userId === actor.userId);
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
