import type Stripe from 'stripe';
import { callStripe } from './call-stripe.ts';
import { priceId } from './catalogue.ts';
import type { PaymentsContext } from './context.ts';
import { outcomeUnknown, PaymentUnavailable } from './errors.ts';
import { listLiveSubscriptions } from './live-subscriptions.ts';
import { toSubscription } from './subscription.ts';
import type { StartSubscriptionInput, Subscription } from './types.ts';

/**
 * One call creates the monthly subscription, anchored to the 1st 00:00 UTC, and charges its first, prorated month; if
 * the card is refused, the whole call fails. If one exists because an answer was lost, it is returned and charges
 * nothing. Started at exactly 00:00:00 on the 1st, the first month is charged in full.
 */
export async function startSubscription(
  context: PaymentsContext,
  input: StartSubscriptionInput,
): Promise<Subscription> {
  const begun = await findBegun(context, input);
  if (begun !== null) return begun;
  try {
    return await callStripe(() => start(context.stripe, input));
  } catch (error) {
    // It's unknown whether the call acted; look for the subscription.
    if (!(error instanceof PaymentUnavailable)) throw error;
    const found = await findBegun(context, input).catch(() => Promise.reject(outcomeUnknown(error)));
    if (found === null) throw error;
    return found;
  }
}

async function start(stripe: Stripe, input: StartSubscriptionInput): Promise<Subscription> {
  const subscription = await stripe.subscriptions.create(
    { ...(await firstSubscription(stripe, input)), payment_behavior: 'error_if_incomplete', off_session: true },
    { idempotencyKey: input.idempotencyKey },
  );
  return toSubscription(subscription);
}

/** The provider forgets idempotency keys after a day, so first look for what an earlier attempt began. */
async function findBegun(context: PaymentsContext, input: StartSubscriptionInput): Promise<Subscription | null> {
  const [oldest] = await listLiveSubscriptions(context, input);
  return oldest ?? null;
}

/** The parameters of a new subscription, however it is paid. */
export async function firstSubscription(stripe: Stripe, { organizationId, ...input }: StartSubscriptionInput) {
  return {
    customer: input.customerId,
    items: await firstItems(stripe, input),
    ...(input.at && { backdate_start_date: unixSeconds(input.at) }),
    // A rule, not an instant, so that a repeat after midnight is still the same request for its key.
    billing_cycle_anchor_config: { day_of_month: 1, hour: 0, minute: 0, second: 0 },
    proration_behavior: 'create_prorations',
    metadata: { organization_id: organizationId },
  } satisfies Stripe.SubscriptionCreateParams;
}

export function firstItems(
  stripe: Stripe,
  { extraUsers = 0, hosts = [] }: Pick<StartSubscriptionInput, 'extraUsers' | 'hosts'>,
): Promise<{ price: string; quantity: number }[]> {
  const units = [
    { priceKey: 'subscription' as const, quantity: 1 },
    { priceKey: 'extra-user' as const, quantity: extraUsers },
    ...hosts,
  ].filter(({ quantity }) => quantity > 0);
  return Promise.all(
    units.map(async ({ priceKey, quantity }) => ({ price: await priceId(stripe, priceKey), quantity })),
  );
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
