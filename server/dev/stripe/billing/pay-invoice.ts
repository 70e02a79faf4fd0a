import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Invoice, PaymentIntent } from '../objects.ts';
import { confirmPayment, type PaymentOutcome } from './confirm-payment.ts';
import { markPaid } from './mark-paid.ts';
import { waitingFor } from './pending-update.ts';
import { setSubscriptionStatus } from './set-subscription-status.ts';

const DAY = 86_400;
/** Days after finalization on which a failed monthly invoice is retried, as operators set it at Stripe. */
const RETRY_DAYS = [3, 5, 7];

/** Charges an open invoice to the given card, else the subscription's, else the customer's default. */
export function payInvoice(emulator: Emulator, id: string, given?: string): PaymentOutcome | { kind: 'paid-already' } {
  const invoice = emulator.required('invoice', id);
  if (invoice.status === 'paid') return { kind: 'paid-already' };
  if (invoice.status !== 'open')
    throw invalidRequest(`Invoice is ${invoice.status} and can't be paid.`, 'invoice_not_editable');
  const paymentMethod = given ?? cardFor(emulator, invoice);
  if (paymentMethod === null) throw noPaymentMethod();
  if (emulator.required('payment_method', paymentMethod, 'payment_method').customer !== invoice.customer) {
    const why = `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`;
    throw invalidRequest(why, 'resource_missing', 'payment_method');
  }
  const outcome = confirmPayment(emulator, { intent: intentOf(emulator, id), paymentMethod });
  if (outcome.kind === 'succeeded') {
    emulator.patch('invoice', id, { attempt_count: invoice.attempt_count + 1 });
    markPaid(emulator, id);
  } else recordFailure(emulator, invoice, outcome.kind);
  return outcome;
}

/** An attempt Stripe makes automatically; without a card it counts as failed. */
export function collectInvoice(emulator: Emulator, id: string): void {
  const invoice = emulator.required('invoice', id);
  if (invoice.status !== 'open') return;
  if (cardFor(emulator, invoice) === null) recordFailure(emulator, invoice, 'declined');
  else payInvoice(emulator, id);
}

function intentOf(emulator: Emulator, invoiceId: string): PaymentIntent {
  const payment = emulator.store.all('invoice_payment').find((each) => each.invoice === invoiceId);
  if (payment === undefined) throw invalidRequest('This invoice has nothing to pay.', 'invoice_not_editable');
  return emulator.required('payment_intent', payment.payment.payment_intent);
}

export function cardFor(emulator: Emulator, invoice: Invoice): string | null {
  const subscription =
    invoice.parent && emulator.required('subscription', invoice.parent.subscription_details.subscription);
  const customer = emulator.required('customer', invoice.customer);
  const candidates = [
    invoice.default_payment_method,
    subscription?.default_payment_method,
    customer.invoice_settings?.default_payment_method,
  ];
  const isUsable = (id: string | null | undefined) =>
    id != null && emulator.store.find('payment_method', id)?.customer === customer.id;
  return candidates.find(isUsable) ?? null;
}

export function noPaymentMethod() {
  const why =
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.';
  return invalidRequest(why, 'resource_missing');
}

export function recordFailure(emulator: Emulator, before: Invoice, kind: 'declined' | 'requires_action'): void {
  const pending = waitingFor(emulator, before) !== null;
  const isFirst = pending || before.billing_reason === 'subscription_create';
  const days = isFirst ? undefined : RETRY_DAYS[before.attempt_count];
  const since = before.status_transitions.finalized_at ?? emulator.now();
  const invoice = emulator.patch('invoice', before.id, {
    attempt_count: before.attempt_count + 1,
    attempted: true,
    next_payment_attempt: days !== undefined && before.auto_advance ? since + days * DAY : null,
  });
  emulator.emit('invoice.payment_failed', invoice);
  if (kind === 'requires_action') emulator.emit('invoice.payment_action_required', invoice);
  const subscription =
    invoice.parent && emulator.required('subscription', invoice.parent.subscription_details.subscription);
  if (!subscription || pending || subscription.status === 'incomplete' || subscription.status === 'unpaid') return;
  setSubscriptionStatus(
    emulator,
    subscription.id,
    invoice.next_payment_attempt === null && invoice.auto_advance ? 'unpaid' : 'past_due',
  );
}
