import { and, eq, inArray, sql } from 'drizzle-orm';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import type { HostUnits } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import { hosts } from '../machines/tables.ts';

/** Hosts of one server type on the next monthly bill: those to be deleted are already paid for. */
export async function countUnits(executor: Executor, organizationId: string, optionId: string): Promise<number> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(hosts)
    .where(and(isBilled(organizationId), eq(hosts.serverOptionId, optionId)));
  return row?.count ?? 0;
}

/** The same for every server type with hosts. */
export async function countAllUnits(executor: Executor, organizationId: string): Promise<HostUnits[]> {
  const rows = await executor
    .select({ optionId: hosts.serverOptionId, quantity: sql<number>`count(*)::int` })
    .from(hosts)
    .where(isBilled(organizationId))
    .groupBy(hosts.serverOptionId)
    .orderBy(hosts.serverOptionId);
  return rows.map(({ optionId, quantity }) => ({ priceKey: hostPriceKey(optionId), quantity }));
}

const isBilled = (organizationId: string) =>
  and(eq(hosts.organizationId, organizationId), inArray(hosts.status, ['Pending', 'Active']));
