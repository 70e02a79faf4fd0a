import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { sshKeys } from '../people/tables.ts';
import { visibleSnapshots } from '../snapshots/index.ts';
import { addWorkspace, forkWorkspace, type WorkspaceRecord } from '../workspaces/index.ts';

interface Copy {
  name: string;
  secretNames: string[] | null;
  /** Of the workspace, to begin with; null: the workspace as it is now. */
  snapshotId: string | null;
}

/**
 * Launches a copy of a workspace for its user, files and database. `alongside` writes what belongs to the copy in the
 * same transaction.
 * @throws whatever a fork, or adding a workspace, throws
 */
export async function copyWorkspace(
  context: Context,
  source: WorkspaceRecord,
  { name, secretNames, snapshotId }: Copy,
  alongside: (tx: Transaction, copyId: string) => Promise<void>,
): Promise<{ id: string }> {
  const { id, userId } = source;
  const within = (tx: Transaction, copy: { id: string }) => alongside(tx, copy.id);
  if (!snapshotId) return forkWorkspace(context, { id, name, userId, secretNames }, within);
  return addWorkspace(context, { ...(await fromSnapshot(context, source, snapshotId)), name, secretNames }, within);
}

/** @throws ValidationError */
async function fromSnapshot({ actor, db }: Context, source: WorkspaceRecord, snapshotId: string) {
  const ofSource = and(eq(snapshots.instanceId, source.id), eq(snapshots.status, 'Active'), visibleSnapshots(actor));
  const [snapshot] = isId(snapshotId)
    ? await db
        .select({ id: snapshots.id })
        .from(snapshots)
        .where(and(eq(snapshots.id, snapshotId), ofSource))
    : [];
  if (!snapshot) throw new ValidationError({ snapshot_id: say('tasks.noSuchSnapshot', { name: source.name }) });
  const [key] = source.sshKeyId
    ? [{ id: source.sshKeyId }]
    : await db.select({ id: sshKeys.id }).from(sshKeys).where(eq(sshKeys.userId, source.userId)).limit(1);
  const own = source.serverId !== 'shared';
  return {
    userId: source.userId,
    sshKeyId: key?.id ?? '',
    serverId: source.serverId,
    snapshotId,
    madeFrom: source,
    ide: source.ide,
    ...(own && { cpuCores: source.cpuCores, memoryGb: source.memoryMb / 1024, diskGb: source.diskGb }),
  };
}
