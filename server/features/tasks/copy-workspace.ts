import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { sshKeys } from '../people/tables.ts';
import { visibleSnapshots } from '../snapshots/index.ts';
import { addWorkspace, type WorkspaceRecord } from '../workspaces/index.ts';

/**
 * Launches a copy of a workspace, files and database, from its newest snapshot. `alongside` writes what belongs to
 * the copy in the same transaction.
 * @throws Conflict without a snapshot, and whatever adding a workspace throws
 */
export async function copyWorkspace(
  context: Context,
  source: WorkspaceRecord,
  { name, secretNames }: { name: string; secretNames: string[] | null },
  alongside: (tx: Transaction, copyId: string) => Promise<void>,
): Promise<{ id: string }> {
  const { actor, db } = context;
  const [snapshot] = await db
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(and(eq(snapshots.instanceId, source.id), eq(snapshots.status, 'Active'), visibleSnapshots(actor)))
    .orderBy(desc(snapshots.createdAt))
    .limit(1);
  if (!snapshot) throw new Conflict(say('tasks.snapshotFirst'));
  const [key] = source.sshKeyId
    ? [{ id: source.sshKeyId }]
    : await db.select({ id: sshKeys.id }).from(sshKeys).where(eq(sshKeys.userId, source.userId)).limit(1);
  const own = source.serverId !== 'shared';
  const copy = {
    name,
    secretNames,
    userId: source.userId,
    sshKeyId: key?.id ?? '',
    serverId: source.serverId,
    snapshotId: snapshot.id,
    madeFrom: source,
    ide: source.ide,
    ...(own && { cpuCores: source.cpuCores, memoryGb: source.memoryMb / 1024, diskGb: source.diskGb }),
  };
  return addWorkspace(context, copy, (tx, { id }) => alongside(tx, id));
}
