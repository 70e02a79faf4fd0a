import { and, eq } from 'drizzle-orm';
import type { Customer } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Dependencies } from '../context.ts';
import type { OrganizationRow } from '../people/index.ts';
import { memberships, organizations, users } from '../people/tables.ts';

/** The organization's customer at the payment provider, created on first need; bills go to the owner. */
export async function ensureCustomer(
  { payments }: Pick<Dependencies, 'payments'>,
  executor: Executor,
  organization: Pick<OrganizationRow, 'id' | 'name' | 'stripeCustomerId'>,
): Promise<Customer> {
  const { id, name, stripeCustomerId } = organization;
  const [owner] = await executor
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, id), eq(memberships.role, 'owner'), eq(memberships.status, 'active')));
  if (!owner) throw new NotFound();
  const customer = await payments.ensureCustomer({ id, name, email: owner.email, customerId: stripeCustomerId });
  if (customer.id !== stripeCustomerId) {
    await executor.update(organizations).set({ stripeCustomerId: customer.id }).where(eq(organizations.id, id));
  }
  return customer;
}
