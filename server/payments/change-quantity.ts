import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import { keyOfPrice, priceId } from './catalogue.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentRequestRefused, PriceExpired } from './errors.ts';
import { unixSeconds } from './start-subscription.ts';
import { toSubscription } from './subscription.ts';
import type { IdempotencyKey, PriceKey, QuantityChange, Subscription } from './types.ts';

interface ItemChange {
  readonly items: Stripe.SubscriptionUpdateParams.Item[];
  readonly proration_behavior: 'always_invoice' | 'none';
  readonly proration_date?: number;
}

/**
 * Sets the units of one price: more are charged at once and to the second, fewer count from the next billing date.
 * Units given up this month can be taken again without a charge, in a separate call. Calls for one subscription must
 * not overlap. @throws PriceExpired if `at` is before the current billing period
 */
export function changeQuantity(
  { stripe }: PaymentsContext,
  change: QuantityChange & { idempotencyKey: IdempotencyKey },
): Promise<Subscription> {
  return callStripe(async () => {
    const current = await stripe.subscriptions.retrieve(change.subscriptionId);
    // A repeated click finds its own effect. Reusing a key with other parameters would be refused.
    if (itemOf(current, change.priceKey)?.quantity === change.quantity) return toSubscription(current);
    const changed = await stripe.subscriptions.update(
      change.subscriptionId,
      { ...(await itemChange(stripe, current, change)), payment_behavior: 'error_if_incomplete', off_session: true },
      { idempotencyKey: change.idempotencyKey },
    );
    return toSubscription(changed);
  });
}

/** Preview and charge send the same parameters, so they can't differ. */
export async function itemChange(
  stripe: Stripe,
  current: Stripe.Subscription,
  { priceKey, quantity, at, laterBillsOnly = false }: QuantityChange,
): Promise<ItemChange> {
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new PaymentRequestRefused(`Not a quantity: ${quantity}`);
  const item = itemOf(current, priceKey);
  if (item === undefined) {
    const items = [{ price: await priceId(stripe, priceKey), quantity }];
    return quantity === 0 || laterBillsOnly ? { items, ...UNCHARGED } : { items, ...chargeFrom(current, at) };
  }
  if (laterBillsOnly) return { items: [{ id: item.id, quantity, metadata: paidFor(item, quantity) }], ...UNCHARGED };
  const paid = paidQuantity(item);
  if ((item.quantity ?? 0) < paid && quantity > paid) {
    // In one step, the provider would also charge for units that are already paid for.
    throw new PaymentRequestRefused(say('payments.addBackUnits', { paid }));
  }
  if (quantity > paid) return { items: [{ id: item.id, quantity }], ...chargeFrom(current, at) };
  return { items: [{ id: item.id, quantity, metadata: paidFor(item, paid) }], ...UNCHARGED };
}

const UNCHARGED = { proration_behavior: 'none' } as const;

const PAID_QUANTITY = 'slipway_paid_quantity';
const PAID_UNTIL = 'slipway_paid_until';

function paidFor(item: Stripe.SubscriptionItem, quantity: number): Record<string, number> {
  return { [PAID_QUANTITY]: quantity, [PAID_UNTIL]: item.current_period_end };
}

/** Units that are paid until the next billing date: those given up this month can be taken again without a charge. */
function paidQuantity({ metadata, quantity = 0, current_period_end: end }: Stripe.SubscriptionItem): number {
  const isCurrent = metadata[PAID_UNTIL] === String(end);
  return Math.max(quantity, isCurrent ? Number(metadata[PAID_QUANTITY]) : 0);
}

function chargeFrom(current: Stripe.Subscription, at: Date): Pick<ItemChange, 'proration_behavior' | 'proration_date'> {
  const periodStart = current.items.data[0]?.current_period_start ?? 0;
  if (unixSeconds(at) < periodStart) throw new PriceExpired(say('payments.priceFromLastMonth'));
  return { proration_behavior: 'always_invoice', proration_date: unixSeconds(at) };
}

function itemOf(subscription: Stripe.Subscription, priceKey: PriceKey): Stripe.SubscriptionItem | undefined {
  return subscription.items.data.find((each) => keyOfPrice(each.price) === priceKey);
}
