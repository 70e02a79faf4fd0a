import { and, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { workspaces } from '../instances/tables.ts';
import { pauseDate, wasWarned } from './idle.ts';

/** The person's own workspaces that are about to pause, soonest first. */
export async function listIdleWarnings(context: Context): Promise<{ id: string; name: string; pause_date: string }[]> {
  const { actor, db } = context;
  const rows = await db
    .select()
    .from(workspaces)
    .where(
      and(
        eq(workspaces.organizationId, actor.organizationId),
        eq(workspaces.userId, actor.userId),
        eq(workspaces.status, 'Active'),
        isNotNull(workspaces.idleWarnedAt),
      ),
    );
  return rows
    .filter(wasWarned)
    .flatMap((workspace) => {
      const at = pauseDate(workspace);
      return at ? [{ id: workspace.id, name: workspace.name, pause_date: at.toISOString() }] : [];
    })
    .sort((a, b) => a.pause_date.localeCompare(b.pause_date));
}
