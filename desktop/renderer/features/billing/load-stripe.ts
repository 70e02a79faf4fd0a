import type { Stripe } from '@stripe/stripe-js';

const TIMEOUT_MS = 10_000;

/**
 * Loads Stripe.js from Stripe when a card form is first shown.
 * @throws Error if it can't be loaded, or not within 10 s
 */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  const { loadStripe: load } = await import('@stripe/stripe-js/pure');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Stripe.js did not load in time.')), TIMEOUT_MS);
  });
  try {
    const stripe = await Promise.race([load(publishableKey), timeout]);
    if (!stripe) throw new Error('Stripe.js is not available here.');
    return stripe;
  } finally {
    clearTimeout(timer);
  }
}
