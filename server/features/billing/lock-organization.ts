import { eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { organizations } from '../organizations/tables.ts';

export type BilledOrganizationRow = typeof organizations.$inferSelect;

/** The organization as it is now, for who holds its lease. @throws NotFound */
export async function findBilled(executor: Executor, id: string): Promise<BilledOrganizationRow> {
  const [row] = await executor.select().from(organizations).where(eq(organizations.id, id));
  if (!row) throw new NotFound();
  return row;
}

/**
 * Writes of what an organization pays wait here for their turn, until the transaction ends; nobody asks the payment provider
 * meanwhile (see `withLease`). It does not hold up what merely refers to the organization. @throws NotFound
 */
export async function lockOrganization(tx: Transaction, id: string): Promise<BilledOrganizationRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (!row) throw new NotFound();
  return row;
}
