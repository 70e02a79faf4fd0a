import { desc, eq } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { workspaceStatusChanges, workspaces } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';

/** The row, for the system itself: nobody's rights are looked at. */
export async function readWorkspace({ db }: Pick<Services, 'db'>, id: string): Promise<WorkspaceRecord | null> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
  return row ?? null;
}

/** When the workspace got the status it has. */
export async function lastAsked({ db }: Pick<Services, 'db'>, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: workspaceStatusChanges.createdAt })
    .from(workspaceStatusChanges)
    .where(eq(workspaceStatusChanges.workspaceId, id))
    .orderBy(desc(workspaceStatusChanges.id))
    .limit(1);
  return row?.at ?? null;
}
