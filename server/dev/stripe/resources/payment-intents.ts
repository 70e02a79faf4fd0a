import { z } from 'zod';
import { confirmPayment } from '../billing/confirm-payment.ts';
import { declined } from '../billing/declined.ts';
import { MINIMUM_CHARGE } from '../billing/finalize-invoice.ts';
import { markPaid } from '../billing/mark-paid.ts';
import { newPaymentIntent } from '../billing/new-payment-intent.ts';
import { recordFailure } from '../billing/pay-invoice.ts';
import { type Emulator, mergeMetadata } from '../emulator.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import type { PaymentIntent } from '../objects.ts';
import { currency, expand, filledText, flag, metadata, naturalNumber, text } from '../parameters.ts';
import { listEndpoint } from '../read-endpoints.ts';
import { resolvePaymentMethod } from './attach-payment-method.ts';
import { existingCustomer } from './customers.ts';

const confirmation = {
  payment_method: filledText.optional(),
  off_session: flag.optional(),
  return_url: filledText.optional(),
};

/** The invoice that a payment intent was made for. */
export function invoiceOf(emulator: Emulator, intentId: string): string | null {
  return (
    emulator.store.all('invoice_payment').find((each) => each.payment.payment_intent === intentId)?.invoice ?? null
  );
}

/** Attempts the payment, and settles the invoice behind it. @throws StripeRefusal 402 when declined. */
export function confirmIntent(
  emulator: Emulator,
  intent: PaymentIntent,
  options: { paymentMethod: string | null; authenticated?: boolean; returnUrl?: string | null },
): PaymentIntent {
  const { paymentMethod, authenticated = false, returnUrl = null } = options;
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const why = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
    throw invalidRequest(why, 'payment_intent_unexpected_state');
  }
  if (paymentMethod === null) {
    const why = "You cannot confirm this PaymentIntent because it's missing a payment method.";
    throw invalidRequest(why, 'payment_intent_unexpected_state');
  }
  const owner = emulator.required('payment_method', paymentMethod, 'payment_method').customer;
  if (owner !== null && owner !== intent.customer) {
    const why = 'The provided PaymentMethod belongs to another Customer.';
    throw invalidRequest(why, 'payment_method_unexpected_state', 'payment_method');
  }
  const outcome = confirmPayment(emulator, { intent, paymentMethod, authenticated, returnUrl });
  const invoice = invoiceOf(emulator, intent.id);
  if (outcome.kind === 'succeeded' && invoice !== null) markPaid(emulator, invoice);
  if (outcome.kind === 'declined') {
    if (invoice !== null) recordFailure(emulator, emulator.required('invoice', invoice), 'declined');
    throw declined(outcome.decline, { payment_intent: outcome.intent }, true);
  }
  return outcome.intent;
}

function openIntent({ emulator, ids, params, keyKind }: Call<{ client_secret?: string | undefined }>): PaymentIntent {
  const intent = emulator.required('payment_intent', ids.id ?? '');
  if (keyKind === 'publishable' && params.client_secret !== intent.client_secret) {
    const why =
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the client_secret is correct.';
    throw invalidRequest(why, 'payment_intent_invalid_parameter', 'client_secret');
  }
  return intent;
}

export const paymentIntentEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents',
    params: z.strictObject({
      ...confirmation,
      amount: naturalNumber,
      currency,
      customer: filledText.optional(),
      confirm: flag.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      if (params.amount < MINIMUM_CHARGE) {
        throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
      }
      if (params.customer !== undefined) existingCustomer(emulator, params.customer);
      const method = params.payment_method
        ? resolvePaymentMethod(emulator, params.payment_method, 'payment_method').id
        : null;
      const intent = newPaymentIntent(emulator, {
        amount: params.amount,
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        paymentMethod: method,
      });
      if (!params.confirm) return intent;
      return confirmIntent(emulator, intent, { paymentMethod: method, returnUrl: params.return_url ?? null });
    },
  }),
  listEndpoint('/v1/payment_intents', 'payment_intent', { customer: filledText.optional() }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_intents/{id}',
    params: z.strictObject({ client_secret: filledText.optional(), ...expand }),
    publishable: true,
    handle: openIntent,
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents/{id}/confirm',
    params: z.strictObject({ ...confirmation, client_secret: filledText.optional(), ...expand }),
    publishable: true,
    handle(call) {
      const { emulator, params } = call;
      const intent = openIntent(call);
      const given = params.payment_method && resolvePaymentMethod(emulator, params.payment_method, 'payment_method').id;
      const paymentMethod = (given || null) ?? intent.payment_method;
      return confirmIntent(emulator, intent, { paymentMethod, returnUrl: params.return_url ?? null });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_intents/{id}/cancel',
    params: z.strictObject({
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const before = emulator.required('payment_intent', ids.id ?? '');
      if (invoiceOf(emulator, before.id) !== null) {
        const why = 'A PaymentIntent that was created by an invoice is cancelled by voiding the invoice.';
        throw invalidRequest(why, 'payment_intent_unexpected_state');
      }
      if (before.status === 'succeeded' || before.status === 'canceled') {
        const why = `You cannot cancel this PaymentIntent because it has a status of ${before.status}.`;
        throw invalidRequest(why, 'payment_intent_unexpected_state');
      }
      const intent = emulator.patch('payment_intent', before.id, {
        status: 'canceled',
        canceled_at: emulator.now(),
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
      });
      emulator.emit('payment_intent.canceled', intent);
      return intent;
    },
  }),
];
