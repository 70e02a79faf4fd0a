import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { watchDisks } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { announceWorkspace, keepChange } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { workspaceKind } from './kind.ts';

/** Measures the disks of running workspaces, warns of those that are nearly full, and stops those that are over. */
export async function watchWorkspaceDisks(services: Services): Promise<void> {
  const { db } = services;
  await watchDisks(services, {
    kind: workspaceKind,
    listRunning: () =>
      db
        .select()
        .from(workspaces)
        .where(and(eq(workspaces.status, 'Active'), isNotNull(workspaces.containerId)))
        .orderBy(sql`${workspaces.diskMeasuredAt} asc nulls first`),
    save: (tx, id, reading) => tx.update(workspaces).set(reading).where(eq(workspaces.id, id)),
    keepChange: (tx, record, change) => keepChange(services, tx, record, change),
    announce: (tx, record) => announceWorkspace(services, tx, record),
    requestConvergence,
  });
}
