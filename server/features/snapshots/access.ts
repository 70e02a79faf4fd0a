import { and, eq, type InferSelectModel, ne, type SQL } from 'drizzle-orm';
import type { SnapshotRow } from '#shared/features/snapshots/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { isOwnOrInGroup } from '../groups/index.ts';
import { snapshots } from './tables.ts';

export type SnapshotRecord = InferSelectModel<typeof snapshots>;
type Asking = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

function managesAll(actor: Pick<Actor, 'role'>): boolean {
  return actor.role === 'owner' || actor.role === 'admin';
}

/**
 * As workspaces: owner and admin all of the organization; lead and user their own, and those of the users of groups they
 * administer (decisions §3). Never safety copies or deleted ones.
 */
export function visibleTo(actor: Asking): SQL | undefined {
  return and(
    eq(snapshots.organizationId, actor.organizationId),
    eq(snapshots.safety, false),
    ne(snapshots.status, 'Deleted'),
    managesAll(actor) ? undefined : isOwnOrInGroup(actor, snapshots.userId),
  );
}

/** What this person can do with it now. */
export function permissions(
  actor: Asking,
  snapshot: Pick<SnapshotRecord, 'status' | 'userId' | 'type'>,
): SnapshotRow['may'] {
  // Services are the owner's and admins' to launch and to delete, whoever holds them (spec/2 §6).
  const ofService = snapshot.type === 'Service';
  const right = managesAll(actor) || (snapshot.userId === actor.userId && !ofService);
  return {
    launch: snapshot.status === 'Active' && (ofService ? managesAll(actor) : actor.role !== 'user'),
    delete: right && (snapshot.status === 'Active' || snapshot.status === 'Failed'),
    undelete: right && snapshot.status === 'Pending Deletion',
  };
}

/** One the person sees, locked until the transaction ends. @throws NotFound */
export async function lockSnapshot(executor: Executor, actor: Asking, id: string): Promise<SnapshotRecord> {
  if (!isId(id)) throw new NotFound();
  const [row] = await executor
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, id), visibleTo(actor)))
    .for('update');
  if (!row) throw new NotFound();
  return row;
}

/** One that can be launched, and that stays so until the transaction ends; null when there is none. */
export async function holdLaunchable(
  executor: Executor,
  actor: Asking,
  id: string,
  type: SnapshotRecord['type'] = 'Workspace',
): Promise<SnapshotRecord | null> {
  if (!isId(id)) return null;
  const [row] = await executor
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, id), eq(snapshots.status, 'Active'), eq(snapshots.type, type), visibleTo(actor)))
    .for('share');
  return row ?? null;
}
