import { and, eq, type InferSelectModel, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { SnapshotRow } from '#shared/features/snapshots/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { visibleTo } from '../groups/index.ts';
import { type Requester, reachedBy } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';

export type SnapshotRecord = InferSelectModel<typeof snapshots>;

/** The snapshots a person sees: like workspaces, and never safety copies, copies for forks or of templates, or deleted ones. */
export function visibleSnapshots(actor: Requester): SQL | undefined {
  const seen = and(visibleTo(actor, snapshots), reachedBy(actor, snapshots.instanceId));
  const listed = and(eq(snapshots.safety, false), isNull(snapshots.forkId), isNull(snapshots.templateId));
  return and(seen, listed, ne(snapshots.status, 'Deleted'));
}

/** What this person can do with it now. */
export function permissions(
  actor: Requester,
  snapshot: Pick<SnapshotRecord, 'status' | 'userId' | 'type'>,
): SnapshotRow['may'] {
  // Owner and admins launch and delete snapshots of services, whoever holds the service.
  const ofService = snapshot.type === 'Service';
  const right = isManager(actor) || (snapshot.userId === actor.userId && !ofService);
  return {
    launch: snapshot.status === 'Active' && (ofService ? isManager(actor) : actor.role !== 'user'),
    delete: right && (snapshot.status === 'Active' || snapshot.status === 'Failed'),
    undelete: right && snapshot.status === 'Pending Deletion',
  };
}

/** One the person sees, locked until the transaction ends. @throws NotFound */
export async function lockSnapshot(executor: Executor, actor: Requester, id: string): Promise<SnapshotRecord> {
  if (!isId(id)) throw new NotFound();
  const [row] = await executor
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, id), visibleSnapshots(actor)))
    .for('update');
  if (!row) throw new NotFound();
  return row;
}

/** One that can be launched, locked until the transaction ends; null if there is none. */
export async function holdLaunchable(
  executor: Executor,
  actor: Requester,
  id: string,
  type: SnapshotRecord['type'] = 'Workspace',
): Promise<SnapshotRecord | null> {
  if (!isId(id)) return null;
  const [row] = await executor
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, id), eq(snapshots.status, 'Active'), eq(snapshots.type, type), visibleSnapshots(actor)))
    .for('share');
  return row ?? null;
}

/**
 * What a workspace was launched from, and whether the person sees it in the list; null if it wasn't from a snapshot.
 */
export async function findOrigin(
  executor: Executor,
  actor: Requester,
  id: string | null,
): Promise<{ name: string; listed: boolean } | null> {
  if (id === null) return null;
  const [row] = await executor
    .select({ name: snapshots.name, listed: sql<boolean>`${visibleSnapshots(actor)}` })
    .from(snapshots)
    .where(eq(snapshots.id, id));
  return row ?? null;
}
