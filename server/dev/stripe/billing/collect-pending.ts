import type { Emulator } from '../emulator.ts';
import type { Invoice, Subscription } from '../objects.ts';
import { finalizeInvoice } from './finalize-invoice.ts';
import { cardFor, noPaymentMethod, payInvoice } from './pay-invoice.ts';

/** Stripe allows 23 hours for an update's payment. */
const PENDING_SECONDS = 23 * 3600;

/**
 * `pending_if_incomplete`: charges the invoice of a change, and leaves the subscription unchanged until it is paid.
 * https://docs.stripe.com/billing/subscriptions/pending-updates
 */
export function collectPending(
  emulator: Emulator,
  before: Subscription,
  { subscription, invoice }: { subscription: Subscription; invoice: Invoice | null },
): Subscription {
  const current = () => emulator.required('subscription', subscription.id);
  if (invoice === null) return current();
  const open = finalizeInvoice(emulator, invoice.id);
  if (open.status === 'paid') return current();
  if (cardFor(emulator, open) === null) throw noPaymentMethod();
  emulator.patch('subscription', subscription.id, {
    items: before.items,
    pending_update: { expires_at: emulator.now() + PENDING_SECONDS, subscription_items: subscription.items.data },
  });
  payInvoice(emulator, invoice.id);
  return current();
}
