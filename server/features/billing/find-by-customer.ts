import { eq } from 'drizzle-orm';
import { PaymentObjectMissing } from '../../payments/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { organizations } from '../people/tables.ts';

/**
 * The organization of a provider's customer; null if it isn't ours. A new customer may not be stored yet, but names its
 * organization itself.
 */
export async function findByCustomer(
  { db, payments }: Pick<Dependencies, 'db' | 'payments'>,
  customerId: string,
): Promise<string | null> {
  const [known] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.stripeCustomerId, customerId));
  if (known) return known.id;
  try {
    const { organizationId } = await payments.getCustomer(customerId);
    if (organizationId === null || !isId(organizationId)) return null;
    const [named] = await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    return named?.id ?? null;
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return null;
    throw error;
  }
}
