import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type StripeEmulator, type StripeEmulatorOptions, startStripeEmulator } from '#server/dev/stripe/index.ts';
import { createPayments, type Payments, type PaymentsOptions } from '#server/payments/index.ts';
import { cents } from '#shared/features/billing/model.ts';

/** A quarter of November 2026 is left: 7.5 of 30 days. */
export const START = new Date('2026-11-23T12:00:00Z');
export const WEBHOOK_SECRET = 'whsec_test_of_payments';

export interface Bench {
  readonly emulator: StripeEmulator;
  readonly payments: Payments;
  readonly stripe: Stripe;
  readonly clock: { now(): Date; set(to: Date): void };
}

/** An emulator of its own for one test, and the payments that talk to it; both closed when the test ends. */
export async function bench(
  options: { emulator?: Partial<StripeEmulatorOptions>; payments?: Partial<PaymentsOptions> } = {},
): Promise<Bench> {
  let now = START;
  const clock = {
    now: () => now,
    set(to: Date) {
      now = to;
    },
  };
  const emulator = await startStripeEmulator({ clock, webhookFirstPauseMs: 1, ...options.emulator });
  onTestFinished(() => emulator.close());
  const payments = createPayments({
    apiKey: emulator.secretKey,
    apiBase: emulator.url,
    webhookSecret: WEBHOOK_SECRET,
    clock,
    ...options.payments,
  });
  const { hostname, port } = new URL(emulator.url);
  const stripe = new Stripe(emulator.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
  return { emulator, payments, stripe, clock };
}

export const PRICES = [
  { key: 'subscription', name: 'Slipway subscription', monthlyPrice: cents(3500) },
  { key: 'extra-user', name: 'Extra user', monthlyPrice: cents(2000) },
  { key: 'host-general-2', name: 'Host General 2 CPU', monthlyPrice: cents(4000) },
] as const;

export const CARD = { expiryMonth: 12, expiryYear: 2030, cvc: '123' };

/** A customer with a saved card, and the price list. */
export async function withCard({ payments }: Bench, number = '4242 4242 4242 4242'): Promise<string> {
  await payments.ensureCatalogue(PRICES);
  const { id: customerId } = await payments.ensureCustomer({
    id: 'org-1',
    name: 'Acme',
    email: 'owner@acme.example',
    customerId: null,
  });
  const { id: setupIntentId } = await payments.createSetupIntent(customerId);
  const setup = await payments.confirmTestCard({ customerId, setupIntentId, card: { ...CARD, number } });
  if (setup.status !== 'succeeded') throw new Error(`The card was not saved: ${setup.status}`);
  await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: setup.paymentMethodId });
  return customerId;
}

/** Orders what goes wrong on the next calls of one path. */
export async function orderFault(emulator: StripeEmulator, fault: string, path: string, times = 1): Promise<void> {
  const answer = await fetch(`${emulator.url}/_emulator/faults`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${emulator.secretKey}` },
    body: JSON.stringify({ fault, method: 'POST', path, times }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
