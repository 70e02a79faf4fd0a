import type Stripe from 'stripe';
import { callStripe } from './call-stripe.ts';
import { priceId } from './catalogue.ts';
import type { PaymentsContext } from './context.ts';
import { toSubscription } from './subscription.ts';
import type { StartSubscriptionInput, Subscription } from './types.ts';

/**
 * One call at the provider makes the subscription and charges its first, prorated month; when the card is refused the
 * call fails as a whole (decisions §7). Started at exactly 00:00:00 on the 1st, the first month is a whole one.
 */
export function startSubscription(context: PaymentsContext, input: StartSubscriptionInput): Promise<Subscription> {
  const { stripe } = context;
  return callStripe(async () => {
    const subscription = await stripe.subscriptions.create(
      { ...(await firstSubscription(stripe, input)), payment_behavior: 'error_if_incomplete', off_session: true },
      { idempotencyKey: input.idempotencyKey },
    );
    return toSubscription(subscription);
  });
}

/** What a new subscription is, however it is paid. */
export async function firstSubscription(
  stripe: Stripe,
  { customerId, organizationId, extraUsers = 0 }: StartSubscriptionInput,
) {
  return {
    customer: customerId,
    items: await firstItems(stripe, extraUsers),
    // A rule rather than an instant, so that a repeat after midnight is still the same request for its key.
    billing_cycle_anchor_config: { day_of_month: 1, hour: 0, minute: 0, second: 0 },
    proration_behavior: 'create_prorations',
    metadata: { organization_id: organizationId },
  } satisfies Stripe.SubscriptionCreateParams;
}

export async function firstItems(stripe: Stripe, extraUsers: number): Promise<{ price: string; quantity: number }[]> {
  const base = { price: await priceId(stripe, 'subscription'), quantity: 1 };
  return extraUsers === 0 ? [base] : [base, { price: await priceId(stripe, 'extra-user'), quantity: extraUsers }];
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
