import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { WebhookRejected } from './errors.ts';
import type { PaymentEvent } from './types.ts';

/** Older deliveries are refused, so that a recorded one can't be replayed. */
const TOLERANCE_SECONDS = 300;

type Said = PaymentEvent extends infer E ? (E extends unknown ? Omit<E, 'id' | 'createdAt'> : never) : never;

/** @throws WebhookRejected if the signature is missing, wrong or older than five minutes */
export function verifyWebhook(
  { stripe, clock, webhookSecret }: PaymentsContext,
  rawBody: string | Uint8Array,
  signature: string | null | undefined,
): PaymentEvent {
  const body = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody);
  let event: Stripe.Event;
  try {
    const now = clock.now().getTime();
    event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS, undefined, now);
  } catch (error) {
    throw new WebhookRejected(say('payments.webhookNotSigned'), { cause: error });
  }
  return { id: event.id, createdAt: new Date(event.created * 1000), ...said(event) } as PaymentEvent;
}

function said(event: Stripe.Event): Said {
  switch (event.type) {
    case 'invoice.paid':
      return invoiceSaid('invoice-paid', event.data.object);
    case 'invoice.payment_failed':
      return invoiceSaid('invoice-payment-failed', event.data.object);
    case 'invoice.created':
    case 'invoice.updated':
    case 'invoice.finalized':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return invoiceSaid('invoice-changed', event.data.object);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
      return subscriptionSaid('subscription-changed', event.data.object);
    case 'customer.subscription.deleted':
      return subscriptionSaid('subscription-ended', event.data.object);
    case 'customer.created':
    case 'customer.updated':
      return { type: 'customer-changed', customerId: event.data.object.id };
    case 'setup_intent.succeeded':
      return setupSaid(event.data.object);
    default:
      return { type: 'other', name: event.type };
  }
}

function invoiceSaid(
  type: 'invoice-paid' | 'invoice-payment-failed' | 'invoice-changed',
  invoice: Stripe.Invoice,
): Said {
  return { type, invoiceId: invoice.id, customerId: idOf(invoice.customer) ?? '' };
}

function subscriptionSaid(
  type: 'subscription-changed' | 'subscription-ended',
  subscription: Stripe.Subscription,
): Said {
  return { type, subscriptionId: subscription.id, customerId: idOf(subscription.customer) ?? '' };
}

function setupSaid(intent: Stripe.SetupIntent): Said {
  const customerId = idOf(intent.customer);
  const paymentMethodId = idOf(intent.payment_method);
  if (customerId === null || paymentMethodId === null) return { type: 'other', name: 'setup_intent.succeeded' };
  return { type: 'card-saved', customerId, paymentMethodId };
}
