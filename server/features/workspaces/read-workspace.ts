import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceStatusChanges, workspaces } from './tables.ts';

/** The row, for the system itself: nobody's rights are looked at. */
export async function readWorkspace({ db }: Pick<Services, 'db'>, id: string): Promise<WorkspaceRecord | null> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
  return row ?? null;
}

/** Locks the row if what was asked for last is still the same; null when a person asked for something else. */
export async function lockAsked(
  tx: Transaction,
  asked: Pick<WorkspaceRecord, 'id' | 'revision' | 'status'>,
): Promise<WorkspaceRecord | null> {
  const { id, revision, status } = asked;
  const [row] = await tx
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, id), eq(workspaces.revision, revision), eq(workspaces.status, status)))
    .for('update');
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
