import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Invoice } from '../objects.ts';
import { changeBalance } from './change-balance.ts';
import { expirePending, waitingFor } from './pending-update.ts';

/** Voids an open invoice: its payment is cancelled and the credit it used is returned. */
export function voidInvoice(emulator: Emulator, id: string): Invoice {
  const before = emulator.required('invoice', id);
  if (before.status !== 'open' && before.status !== 'uncollectible') {
    throw invalidRequest(
      "You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible.",
      'invoice_not_editable',
    );
  }
  const now = emulator.now();
  for (const payment of emulator.store.all('invoice_payment')) {
    if (payment.invoice !== id || payment.status !== 'open') continue;
    const transitions = { ...payment.status_transitions, canceled_at: now };
    emulator.patch('invoice_payment', payment.id, { status: 'canceled', status_transitions: transitions });
    const intent = emulator.patch('payment_intent', payment.payment.payment_intent, {
      status: 'canceled',
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
    });
    emulator.emit('payment_intent.canceled', intent);
  }
  const used = before.amount_due - before.total;
  if (used !== 0) {
    changeBalance(emulator, { customer: before.customer, amount: used, type: 'unapplied_from_invoice', invoice: id });
  }
  const invoice = emulator.patch('invoice', id, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: now },
  });
  emulator.emit('invoice.voided', invoice);
  const waiting = waitingFor(emulator, invoice);
  if (waiting) expirePending(emulator, waiting);
  return invoice;
}
