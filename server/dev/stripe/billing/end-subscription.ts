import type { Emulator } from '../emulator.ts';
import type { Subscription } from '../objects.ts';

/** Ends it now, without refunding the rest of the period. Retries of its invoices stop. */
export function endSubscription(
  emulator: Emulator,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
  status: 'canceled' | 'incomplete_expired' = 'canceled',
): Subscription {
  const before = emulator.required('subscription', id);
  const now = emulator.now();
  const ended = emulator.patch('subscription', id, {
    canceled_at: before.canceled_at ?? now,
    cancellation_details: { ...before.cancellation_details, reason },
    ended_at: now,
    status,
  });
  for (const invoice of emulator.store.all('invoice')) {
    const isOpen = invoice.status === 'open' || invoice.status === 'draft';
    if (!isOpen || invoice.parent?.subscription_details.subscription !== id) continue;
    emulator.patch('invoice', invoice.id, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
  }
  emulator.emit('customer.subscription.deleted', ended);
  return ended;
}
