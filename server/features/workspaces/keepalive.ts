import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { announce, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
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
  const holds = and(
    eq(instances.organizationId, workspace.organizationId),
    eq(instances.userId, workspace.userId),
    eq(instances.serverId, 'shared'),
    eq(instances.keepalive, true),
    ne(instances.status, 'Deleted'),
    workspace.id ? ne(instances.id, workspace.id) : undefined,
  );
  const [holder] = await readRecords(tx, workspaceKind, holds, { lock: 'all' });
  if (!holder) return;
  if (!move) {
    throw new ValidationError({
      keepalive_flag: say('workspaces.keepAliveTaken', { name: holder.name }),
    });
  }
  await tx.update(instances).set({ keepalive: false }).where(eq(instances.id, holder.id));
  await announce(dependencies, tx, workspaceKind, holder);
}
