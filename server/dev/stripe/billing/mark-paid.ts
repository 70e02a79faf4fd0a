import type { Emulator } from '../emulator.ts';
import type { Invoice } from '../objects.ts';
import { applyPending, waitingFor } from './pending-update.ts';
import { setSubscriptionStatus } from './set-subscription-status.ts';

/**
 * Settles the invoice; its subscription is in good standing again if it is the latest one, whatever older ones are
 * still open. https://docs.stripe.com/billing/subscriptions/overview#unpaid-subscriptions
 */
export function markPaid(emulator: Emulator, id: string): Invoice {
  const open = emulator.required('invoice', id);
  const now = emulator.now();
  const paid = emulator.patch('invoice', id, {
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: now },
  });
  for (const payment of emulator.store.all('invoice_payment')) {
    if (payment.invoice !== id || payment.status !== 'open') continue;
    const transitions = { ...payment.status_transitions, paid_at: now };
    emulator.patch('invoice_payment', payment.id, {
      amount_paid: open.amount_due,
      status: 'paid',
      status_transitions: transitions,
    });
  }
  emulator.emit('invoice.paid', paid);
  emulator.emit('invoice.payment_succeeded', paid);
  const waiting = waitingFor(emulator, paid);
  if (waiting) applyPending(emulator, waiting);
  const subscription = paid.parent?.subscription_details.subscription;
  if (subscription !== undefined && isLatest(emulator, subscription, id)) {
    setSubscriptionStatus(emulator, subscription, 'active');
  }
  return paid;
}

/** Drafts count, voided invoices don't. */
function isLatest(emulator: Emulator, subscription: string, id: string): boolean {
  const own = emulator.store
    .all('invoice')
    .filter((each) => each.status !== 'void' && each.parent?.subscription_details.subscription === subscription);
  return own.at(-1)?.id === id;
}
