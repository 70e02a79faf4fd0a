import { eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { organizations } from '../people/tables.ts';

export type BilledOrganizationRow = typeof organizations.$inferSelect;

/** The organization's current row. Needs its lease. @throws NotFound */
export async function findBilled(executor: Executor, id: string): Promise<BilledOrganizationRow> {
  const [row] = await executor.select().from(organizations).where(eq(organizations.id, id));
  if (!row) throw new NotFound();
  return row;
}

/**
 * Writes of what an organization pays wait here until the transaction ends; nobody asks the payment provider meanwhile
 * (see `withLease`). Doesn't block rows that merely refer to the organization. @throws NotFound
 */
export async function lockOrganization(tx: Transaction, id: string): Promise<BilledOrganizationRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (!row) throw new NotFound();
  return row;
}
