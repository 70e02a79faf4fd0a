import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { organizations } from '../organizations/tables.ts';

export type BilledOrganizationRow = typeof organizations.$inferSelect;

/**
 * Everything that changes what an organization pays waits here for its turn, until the transaction ends. It does not
 * hold up what merely refers to the organization. @throws NotFound
 */
export async function lockOrganization(tx: Transaction, id: string): Promise<BilledOrganizationRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (!row) throw new NotFound();
  return row;
}
