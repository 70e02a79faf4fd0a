import type { Emulator } from '../emulator.ts';
import type { Invoice, Subscription } from '../objects.ts';

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

/** Its invoice was voided. */
export function expirePending(emulator: Emulator, before: Subscription): void {
  const after = emulator.patch('subscription', before.id, { pending_update: null });
  emulator.emit('customer.subscription.pending_update_expired', after);
}
