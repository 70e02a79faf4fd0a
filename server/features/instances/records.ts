import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Kind, KindTable } from './kind.ts';
import { type Instance, instances } from './tables.ts';

/** An instance together with the columns of its kind. */
export type RecordOf<T extends KindTable> = Instance & Omit<T['$inferSelect'], 'id'>;

type Columns<T extends KindTable> = Omit<T['_']['columns'], 'id'> & (typeof instances)['_']['columns'];

/** The columns of a record, for a query that joins both tables. */
export function recordColumns<T extends KindTable>(table: T): Columns<T> {
  return { ...getTableColumns(table), ...getTableColumns(instances) } as Columns<T>;
}

interface Options {
  orderBy?: SQL | PgColumn;
  /** Until the transaction ends; `free` leaves out what somebody else has locked. */
  lock?: 'all' | 'free';
}

/** The records of one kind that `where` selects. */
export async function readRecords<R extends Instance>(
  executor: Executor,
  { table }: Pick<Kind<R>, 'table' | 'mayOpen'>,
  where: SQL | undefined,
  { orderBy, lock }: Options = {},
): Promise<R[]> {
  const columns: Record<string, PgColumn> = recordColumns(table);
  const joined = executor.select(columns).from(instances).innerJoin(table, eq(table.id, instances.id));
  const query = joined.where(where).$dynamic();
  if (orderBy) query.orderBy(orderBy);
  // Both rows, because whoever had the lock may have changed either.
  if (lock) query.for('update', lock === 'free' ? { skipLocked: true } : {});
  return (await query) as unknown as R[];
}

/** Adds an instance with the columns of its kind. */
export async function insertRecord<T extends KindTable>(
  executor: Executor,
  table: T,
  values: typeof instances.$inferInsert & Omit<T['$inferInsert'], 'id'>,
): Promise<RecordOf<T>> {
  const [instance] = await executor.insert(instances).values(values).returning();
  const [own] = await executor.insert<KindTable>(table).values(values).returning();
  return { ...own, ...instance } as RecordOf<T>;
}

/**
 * Changes columns of either table, except undefined ones; the caller has locked the record. @returns it as it is then;
 * null if `only` isn't true of the instance
 */
export async function updateRecord<R extends Instance>(
  tx: Transaction,
  { table }: Pick<Kind<R>, 'table'>,
  record: R,
  set: Partial<R>,
  only?: SQL,
): Promise<R | null> {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(given) as Partial<R>;
  const changes = (columns: object) => given.some(([key]) => key in columns);
  if (changes(getTableColumns(instances))) {
    const which = and(eq(instances.id, record.id), only);
    const changed = await tx.update(instances).set(values).where(which).returning({ id: instances.id });
    if (changed.length === 0) return null;
  }
  if (changes(getTableColumns(table))) await tx.update(table).set(values).where(eq(table.id, record.id));
  return { ...record, ...values };
}
