import { and, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { organizationServices, workspaces } from '../instances/tables.ts';

/** How many workspaces and services on a host are protected from deletion. */
export async function countProtected(executor: Executor, hostId: string): Promise<number> {
  let sum = 0;
  for (const table of [workspaces, organizationServices]) {
    const [row] = await executor
      .select({ count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(eq(table.serverId, hostId), eq(table.deleteProtect, true), ne(table.status, 'Deleted')));
    sum += row?.count ?? 0;
  }
  return sum;
}
