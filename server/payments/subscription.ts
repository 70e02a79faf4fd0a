import type Stripe from 'stripe';
import { cents } from '#shared/features/billing/model.ts';
import { say } from '../platform/say.ts';
import { keyOfPrice } from './catalogue.ts';
import { idOf } from './customers.ts';
import { PaymentRequestRefused } from './errors.ts';
import type { Subscription, SubscriptionStatus } from './types.ts';

/** The provider's subscription in our words. */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const [first] = subscription.items.data;
  if (first === undefined)
    throw new PaymentRequestRefused(say('payments.subscriptionEmpty', { subscription: subscription.id }));
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: statusOf(subscription.status),
    startedAt: new Date(subscription.start_date * 1000),
    currentPeriodEnd: new Date(first.current_period_end * 1000),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    items: subscription.items.data.map((item) => ({
      id: item.id,
      priceKey: keyOfPrice(item.price),
      unitPrice: cents(item.price.unit_amount ?? 0),
      quantity: item.quantity ?? 0,
    })),
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

function statusOf(status: Stripe.Subscription.Status): SubscriptionStatus {
  if (status === 'past_due') return 'past-due';
  if (status === 'canceled') return 'cancelled';
  if (status === 'incomplete_expired') return 'incomplete-expired';
  return status as SubscriptionStatus;
}
