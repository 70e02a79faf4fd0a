import { eq } from 'drizzle-orm';
import type { PriceKey } from '../../payments/types.ts';
import { newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { countCharges } from './begun-charges.ts';
import { findBilled } from './lock-organization.ts';
import { monthlyAmount, quantityOf } from './monthly-amount.ts';
import { billingAccounts } from './tables.ts';

export interface UnitsLater {
  organizationId: string;
  priceKey: PriceKey;
  /** All units from then on. */
  quantity: number;
  /** Units before the change. What is billed beyond them is kept while a charge may have paid for it. */
  before?: number;
}

/**
 * Sets the units of one price from the next billing date on; nothing is charged or refunded now. Needs the
 * organization's lease, and no open transaction. Returns the end of the paid period; null without a subscription.
 * @throws PaymentUnavailable
 */
export async function changeUnitsLater(
  { db, payments, clock }: Pick<Dependencies, 'db' | 'payments' | 'clock'>,
  change: UnitsLater,
): Promise<Date | null> {
  const { organizationId, priceKey } = change;
  const { stripeSubscriptionId: subscriptionId } = await findBilled(db, organizationId);
  if (!subscriptionId) return null;
  const quantity = change.quantity + (await countUnsettled({ db, payments }, { ...change, subscriptionId }));
  const subscription = await payments.changeQuantity({
    subscriptionId,
    priceKey,
    quantity,
    at: clock.now(),
    laterBillsOnly: true,
    // Nothing is charged, and repeating changes nothing, so every call may have its own key.
    idempotencyKey: `later:${newId()}`,
  });
  await db
    .update(billingAccounts)
    .set({ monthlyCents: monthlyAmount(subscription.items) })
    .where(eq(billingAccounts.organizationId, organizationId));
  return subscription.currentPeriodEnd;
}

/** Units that are paid for but don't exist yet: the next click finds them paid, or they are credited. */
async function countUnsettled(
  { db, payments }: Pick<Dependencies, 'db' | 'payments'>,
  { subscriptionId, before, ...price }: UnitsLater & { subscriptionId: string },
): Promise<number> {
  const charges = before === undefined ? 0 : await countCharges(db, price);
  if (before === undefined || charges === 0) return 0;
  const billed = quantityOf(await payments.getSubscription(subscriptionId), price.priceKey);
  return Math.min(charges, Math.max(0, billed - before));
}
