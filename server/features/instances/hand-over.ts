import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Instance, Kind } from './kind.ts';
import { readRecords, updateRecord } from './records.ts';
import { instances } from './tables.ts';

export interface HandOver {
  organizationId: string;
  fromUserId: string;
  toUserId: string;
}

interface Some extends HandOver {
  /** Leaves out others. */
  only?: SQL | undefined;
}

/**
 * Gives a leaving user's instances to somebody else, with other columns that change with it. The caller announces each.
 */
export async function handOver<R extends Instance>(
  tx: Transaction,
  kind: Kind<R>,
  { organizationId, fromUserId, toUserId, only }: Some,
  columnsOf: (record: R) => Partial<R> = () => ({}),
): Promise<R[]> {
  const theirs = and(
    eq(instances.organizationId, organizationId),
    eq(instances.userId, fromUserId),
    ne(instances.status, 'Deleted'),
    only,
  );
  const given: R[] = [];
  for (const record of await readRecords(tx, kind, theirs, { orderBy: instances.id, lock: 'all' })) {
    const changed = await updateRecord(tx, kind, record, { ...columnsOf(record), userId: toUserId });
    if (changed) given.push(changed);
  }
  return given;
}
