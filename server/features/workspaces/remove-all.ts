import { and, eq, ne } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { changeAndConverge, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { deletedSecrets, secrets } from '../secrets/tables.ts';
import { deleteAllSnapshots } from '../snapshots/index.ts';
import { workspaceKind } from './kind.ts';

/** Deletes every workspace, secret and snapshot of an organization for good, without safety copies. Repeatable. */
export async function removeAllWorkspaces(dependencies: Dependencies, organizationId: string): Promise<void> {
  const isTheirs = and(eq(instances.organizationId, organizationId), ne(instances.status, 'Deleted'));
  for (const { id } of await readRecords(dependencies.db, workspaceKind, isTheirs, { orderBy: instances.id })) {
    await dependencies.db.transaction(async (tx) => {
      const [workspace] = await readRecords(tx, workspaceKind, and(isTheirs, eq(instances.id, id)), { lock: 'all' });
      if (!workspace) return;
      await changeAndConverge(dependencies, tx, workspaceKind, workspace, { to: 'Deleted', cause: 'scheduled' });
    });
  }
  for (const table of [secrets, deletedSecrets]) {
    await dependencies.db.delete(table).where(eq(table.organizationId, organizationId));
  }
  await deleteAllSnapshots(dependencies, organizationId);
}
