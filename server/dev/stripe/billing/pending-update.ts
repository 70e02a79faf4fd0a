import type { Emulator } from '../emulator.ts';
import type { Invoice, Subscription } from '../objects.ts';
import { finalizeInvoice } from './finalize-invoice.ts';
import { cardFor, noPaymentMethod, payInvoice } from './pay-invoice.ts';
import { voidInvoice } from './void-invoice.ts';

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

/** The subscription whose pending update waits for this invoice. */
export function waitingFor(emulator: Emulator, invoice: Invoice): Subscription | null {
  const id = invoice.parent?.subscription_details.subscription;
  const subscription = id === undefined ? null : emulator.required('subscription', id);
  return subscription?.pending_update && subscription.latest_invoice === invoice.id ? subscription : null;
}

/** Its invoice is paid: the change takes effect. */
export function applyPending(emulator: Emulator, before: Subscription): void {
  const items = before.pending_update?.subscription_items ?? before.items.data;
  const after = emulator.patch('subscription', before.id, {
    items: { ...before.items, data: items },
    pending_update: null,
  });
  emulator.emit('customer.subscription.updated', after, before);
  emulator.emit('customer.subscription.pending_update_applied', after);
}

/** A further change, or expiry, discards it with its invoice. */
export function dropPending(emulator: Emulator, before: Subscription): Subscription {
  const { latest_invoice: id } = before;
  if (before.pending_update === null || id === null) return before;
  if (emulator.required('invoice', id).status === 'open') voidInvoice(emulator, id);
  return emulator.required('subscription', before.id);
}

/** Its invoice was voided. */
export function expirePending(emulator: Emulator, before: Subscription): void {
  const after = emulator.patch('subscription', before.id, { pending_update: null });
  emulator.emit('customer.subscription.pending_update_expired', after);
}
