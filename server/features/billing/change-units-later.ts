import { eq } from 'drizzle-orm';
import type { PriceKey } from '../../payments/types.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import type { BilledOrganizationRow } from './lock-organization.ts';
import { monthlyAmount } from './monthly-amount.ts';
import { billingAccounts } from './tables.ts';

/**
 * Sets the units of one price for the bills from the next billing date on; nothing is charged or refunded now. Call it last
 * in the transaction. Returns the end of the period that is paid for; null without a subscription. @throws PaymentUnavailable
 */
export async function changeUnitsLater(
  { payments, clock }: Pick<Services, 'payments' | 'clock'>,
  tx: Transaction,
  change: { organization: BilledOrganizationRow; priceKey: PriceKey; quantity: number },
): Promise<Date | null> {
  const { organization, priceKey, quantity } = change;
  const subscriptionId = organization.stripeSubscriptionId;
  if (!subscriptionId) return null;
  const subscription = await payments.changeQuantity({
    subscriptionId,
    priceKey,
    quantity,
    at: clock.now(),
    laterBillsOnly: true,
    // Nothing is charged, and a repeat asks for what is already so: every call may be one of its own.
    idempotencyKey: `later:${newId()}`,
  });
  await tx
    .update(billingAccounts)
    .set({ monthlyCents: monthlyAmount(subscription.items) })
    .where(eq(billingAccounts.organizationId, organization.id));
  return subscription.currentPeriodEnd;
}
