import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { Dependencies } from '../context.ts';
import { announce } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/**
 * Makes sure that no other shared workspace of the user has KeepAlive: `move` takes it from the one that has it,
 * otherwise it is refused with that one's name. On hosts there is no such limit. The caller has locked the user's
 * membership, so one transaction decides at a time.
 * @throws ValidationError on `keepalive_flag`
 */
export async function takeKeepalive(
  dependencies: Pick<Dependencies, 'bus' | 'publish'>,
  tx: Transaction,
  workspace: Pick<WorkspaceRecord, 'organizationId' | 'userId' | 'serverId'> & { id?: string },
  move: boolean,
): Promise<void> {
  if (workspace.serverId !== 'shared') return;
  const [holder] = await tx
    .select()
    .from(workspaces)
    .where(
      and(
        eq(workspaces.organizationId, workspace.organizationId),
        eq(workspaces.userId, workspace.userId),
        eq(workspaces.serverId, 'shared'),
        eq(workspaces.keepalive, true),
        ne(workspaces.status, 'Deleted'),
        workspace.id ? ne(workspaces.id, workspace.id) : undefined,
      ),
    )
    .for('update');
  if (!holder) return;
  if (!move) {
    throw new ValidationError({
      keepalive_flag: `Each user has KeepAlive for one shared workspace, and “${holder.name}” has it. It can be moved to this one.`,
    });
  }
  await tx.update(workspaces).set({ keepalive: false }).where(eq(workspaces.id, holder.id));
  await announce(dependencies, tx, workspaceKind, holder);
}
