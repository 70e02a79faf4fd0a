import { and, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { reachedBy, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { pauseDate, wasWarned } from './idle.ts';
import { workspaceKind } from './kind.ts';
import { workspaces } from './tables.ts';

/** The person's own workspaces that are about to pause, soonest first. */
export async function listIdleWarnings(context: Context): Promise<{ id: string; name: string; pause_date: string }[]> {
  const { actor, db } = context;
  const theirs = and(eq(instances.organizationId, actor.organizationId), eq(instances.userId, actor.userId));
  const warned = and(
    theirs,
    reachedBy(actor, instances.id),
    eq(instances.status, 'Active'),
    isNotNull(workspaces.idleWarnedAt),
  );
  const rows = await readRecords(db, workspaceKind, warned);
  return rows
    .filter(wasWarned)
    .flatMap((workspace) => {
      const at = pauseDate(workspace);
      return at ? [{ id: workspace.id, name: workspace.name, pause_date: at.toISOString() }] : [];
    })
    .sort((a, b) => a.pause_date.localeCompare(b.pause_date));
}
