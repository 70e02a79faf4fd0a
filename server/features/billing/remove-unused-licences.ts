import { eq } from 'drizzle-orm';
import { PaymentRequired } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { requireManager, seatsTaken } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { monthlyAmount } from './monthly-amount.ts';
import { billingAccounts } from './tables.ts';

/**
 * Gives up unused licences from the next billing date; nothing is refunded, and until then they can be taken again for
 * free. Returns how many. @throws Forbidden, PaymentUnavailable
 */
export function removeUnusedLicences(context: Context): Promise<number> {
  requireManager(context.actor);
  const { payments, clock, actor } = context;
  return withLease(context, actor.organizationId, async (lease) => {
    const organization = await findBilled(context.db, actor.organizationId);
    const userLicenses = Math.max(1, await seatsTaken(context.db, organization.id));
    const removed = organization.userLicenses - userLicenses;
    if (removed <= 0) return 0;
    const subscriptionId = organization.stripeSubscriptionId;
    if (!subscriptionId) throw new PaymentRequired(say('billing.noSubscription'));
    const subscription = await payments.changeQuantity({
      subscriptionId,
      priceKey: 'extra-user',
      quantity: userLicenses - 1,
      at: clock.now(),
      // Nothing is charged, and repeating changes nothing, so every call may have its own key.
      idempotencyKey: `fewer:${newId()}`,
    });
    await lease.write(async (tx, { id }) => {
      await tx.update(organizations).set({ userLicenses }).where(eq(organizations.id, id));
      await tx
        .update(billingAccounts)
        .set({ monthlyCents: monthlyAmount(subscription.items) })
        .where(eq(billingAccounts.organizationId, id));
      const details = { removed, user_licenses: userLicenses };
      await record(tx, context, { action: 'billing.remove-unused-licences', targetId: id, details });
    });
    return removed;
  });
}
