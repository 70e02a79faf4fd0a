import { type StripeEmulator, startStripeEmulator } from '#server/dev/stripe/index.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import { createPayments } from '#server/payments/index.ts';
import * as cards from '#shared/features/billing/cards.ts';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import * as organization from '#shared/features/organizations/contract.ts';
import { type Bench, createBench } from './auth-support.ts';

/** A quarter of November 2026 is left: a subscription costs 3500 / 4 = 875 cents. */
const START = new Date('2026-11-23T12:00:00Z');
export const FIRST_MONTH_CENTS = 875;

export interface PayingBench extends Bench {
  emulator: StripeEmulator;
  payments: Payments;
  /** Confirms a test card on the payment form; the payment method. */
  card(key: string, number?: string): Promise<string>;
  pay(key: string, paymentMethod: string): ReturnType<Bench['call']>;
  close(): Promise<void>;
}

/** The API with the real payments on a Stripe stand-in of its own. */
export async function createPayingBench(environment?: Record<string, string>): Promise<PayingBench> {
  const clock = { now: () => START };
  const emulator = await startStripeEmulator({ clock });
  const payments = createPayments({
    apiKey: emulator.secretKey,
    apiBase: emulator.url,
    webhookSecret: 'whsec_of_the_tests',
    clock,
    timeoutMs: 4000,
    maxRetries: 0,
  });
  await payments.ensureCatalogue([
    { key: 'subscription', name: 'Slipway subscription', monthlyPrice: MONTHLY_PRICE.subscription },
    { key: 'extra-user', name: 'Extra user', monthlyPrice: MONTHLY_PRICE.extraUser },
  ]);
  const bench = await createBench({ now: START, overrides: { payments }, environment });
  return {
    ...bench,
    emulator,
    payments,
    async card(key, number = '4242 4242 4242 4242') {
      const shown = await bench.call(organization.getOrganization, { query: { payment: 'true' } }, { key });
      const body = { client_secret: shown.body.stripe_client_secret, number, ...EXPIRY };
      const answer = await bench.call(cards.confirmTestCard, { body }, { key });
      if (!answer.body.payment_method) throw new Error(JSON.stringify(answer.body));
      return answer.body.payment_method;
    },
    pay: (key, paymentMethod) =>
      bench.call(cards.updatePaymentMethod, { body: { payment_method: paymentMethod } }, { key }),
    async close() {
      await bench.dependencies.close();
      await emulator.close();
    },
  };
}

export const EXPIRY = { exp_month: 12, exp_year: 2030, cvc: '123' };

export const PROFILE = {
  name: 'Analytical Engines',
  industry: 'software',
  website_url: 'https://engines.example',
  country: 'US',
  street_address: '1 Mill Street',
  city: 'Springfield',
  state_prov: 'IL',
  postal_code: '62701',
};
