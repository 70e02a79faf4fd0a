import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { hosts } from './tables.ts';

/** Hosts of one server type that the next monthly bill has: those that are to be deleted are paid for already. */
export async function countUnits(executor: Executor, organizationId: string, optionId: string): Promise<number> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(hosts)
    .where(
      and(
        eq(hosts.organizationId, organizationId),
        eq(hosts.serverOptionId, optionId),
        inArray(hosts.status, ['Pending', 'Active']),
      ),
    );
  return row?.count ?? 0;
}
