import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { toSubscription } from './subscription.ts';
import type { Subscription } from './types.ts';

export function getSubscription({ stripe }: PaymentsContext, subscriptionId: string): Promise<Subscription> {
  return callStripe(async () => toSubscription(await stripe.subscriptions.retrieve(subscriptionId)));
}

/** Deleting an organization ends payments with the pay period; restoring it resumes them. */
export function setCancelAtPeriodEnd(
  { stripe }: PaymentsContext,
  { subscriptionId, cancel }: { subscriptionId: string; cancel: boolean },
): Promise<Subscription> {
  return callStripe(async () =>
    toSubscription(await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel })),
  );
}
