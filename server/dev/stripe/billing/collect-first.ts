import type { Emulator } from '../emulator.ts';
import { StripeRefusal } from '../errors.ts';
import type { Invoice, Subscription } from '../objects.ts';
import type { PaymentOutcome } from './confirm-payment.ts';
import { declined } from './declined.ts';
import { finalizeInvoice } from './finalize-invoice.ts';
import { cardFor, noPaymentMethod, payInvoice } from './pay-invoice.ts';

export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';

/**
 * Charges the invoice that a new or changed subscription just created. With `error_if_incomplete`, a refused card
 * refuses the whole request, so that nothing of it stays.
 */
export function collectFirst(
  emulator: Emulator,
  { subscription, invoice }: { subscription: Subscription; invoice: Invoice | null },
  behavior: PaymentBehavior,
): Subscription {
  const current = () => emulator.required('subscription', subscription.id);
  if (invoice === null) return current();
  const isNew = invoice.billing_reason === 'subscription_create';
  const open = finalizeInvoice(emulator, invoice.id);
  if (open.status === 'paid') return current();
  if (isNew) emulator.patch('subscription', subscription.id, { status: 'incomplete' });
  if (behavior === 'default_incomplete') return current();
  if (cardFor(emulator, open) === null) throw noPaymentMethod();
  const outcome = payInvoice(emulator, invoice.id);
  if (behavior === 'error_if_incomplete') refuseUnpaid(outcome);
  return current();
}

/** @throws StripeRefusal 402 that undoes the request. */
function refuseUnpaid(outcome: PaymentOutcome | { kind: 'paid-already' }): void {
  if (outcome.kind === 'declined') throw declined(outcome.decline, {});
  if (outcome.kind === 'requires_action') {
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with subscription.latest_invoice.',
    });
  }
}
