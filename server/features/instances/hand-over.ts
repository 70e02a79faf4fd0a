import { and, asc, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Instance, Kind } from './kind.ts';
import { tablesOf } from './tables.ts';

export interface HandOver {
  organizationId: string;
  fromUserId: string;
  toUserId: string;
}

/**
 * Gives a leaving user's instances to somebody else, with other columns that change with it. The caller announces each.
 */
export async function handOver<R extends Instance>(
  tx: Transaction,
  { word }: Kind<R>,
  { organizationId, fromUserId, toUserId }: HandOver,
  columnsOf: (record: R) => Partial<R> = () => ({}),
): Promise<R[]> {
  const table = tablesOf[word].instances;
  const theirs = and(
    eq(table.organizationId, organizationId),
    eq(table.userId, fromUserId),
    ne(table.status, 'Deleted'),
  );
  const rows = await tx.select().from(table).where(theirs).orderBy(asc(table.id)).for('update');
  const given: R[] = [];
  for (const row of rows) {
    const set = { ...columnsOf(row as R), userId: toUserId };
    given.push(...((await tx.update(table).set(set).where(eq(table.id, row.id)).returning()) as R[]));
  }
  return given;
}
