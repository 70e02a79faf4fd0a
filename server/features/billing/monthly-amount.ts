import { type Cents, cents } from '#shared/features/billing/model.ts';
import type { PriceKey, Subscription, SubscriptionStatus } from '../../payments/types.ts';

/** What a whole month costs, in cents. */
export function monthlyAmount(items: Subscription['items']): Cents {
  return cents(items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0));
}

export function quantityOf(subscription: Subscription, priceKey: PriceKey): number {
  return subscription.items.find((item) => item.priceKey === priceKey)?.quantity ?? 0;
}

/** Over for good: only a new subscription brings the service back. */
export function hasEnded(status: SubscriptionStatus): boolean {
  return status === 'cancelled' || status === 'incomplete-expired';
}

/** All attempts to collect have failed, or the service has ended: nothing may be changed any more. */
export function isReadOnlyStatus(status: SubscriptionStatus | null): boolean {
  return status !== null && (status === 'unpaid' || hasEnded(status));
}
