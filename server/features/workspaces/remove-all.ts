import { and, asc, eq, ne } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { changeAndConverge } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { deleteAllSnapshots } from '../snapshots/index.ts';
import { workspaceKind } from './kind.ts';

/** Deletes every workspace and snapshot of an organization for good, without safety copies. Repeatable. */
export async function removeAllWorkspaces(dependencies: Dependencies, organizationId: string): Promise<void> {
  const isTheirs = and(eq(workspaces.organizationId, organizationId), ne(workspaces.status, 'Deleted'));
  const rows = await dependencies.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(isTheirs)
    .orderBy(asc(workspaces.id));
  for (const { id } of rows) {
    await dependencies.db.transaction(async (tx) => {
      const [workspace] = await tx
        .select()
        .from(workspaces)
        .where(and(isTheirs, eq(workspaces.id, id)))
        .for('update');
      if (!workspace) return;
      await changeAndConverge(dependencies, tx, workspaceKind, workspace, { to: 'Deleted', cause: 'scheduled' });
    });
  }
  await deleteAllSnapshots(dependencies, organizationId);
}
