import { systemClock } from '../platform/clock.ts';
import { callStripe } from './call-stripe.ts';
import { createContext } from './context.ts';
import { PaymentUnavailable } from './errors.ts';

/** Reads with the key, and changes nothing. @throws Error with what to do */
export async function checkPaymentKey(key: { apiKey: string; apiBase?: string | undefined }): Promise<void> {
  const { stripe } = createContext({ ...key, webhookSecret: 'unused', clock: systemClock });
  try {
    await callStripe(() => stripe.prices.list({ limit: 1 }));
  } catch (cause) {
    throw new Error(
      cause instanceof PaymentUnavailable
        ? 'Stripe can’t be reached. Let this machine connect to https://api.stripe.com.'
        : 'Stripe refuses the key. Copy SLIPWAY_STRIPE_KEY from the Stripe account again.',
      { cause },
    );
  }
}
