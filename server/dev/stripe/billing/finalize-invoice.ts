import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Invoice } from '../objects.ts';
import { changeBalance } from './change-balance.ts';
import { withTotals } from './create-invoice.ts';
import { markPaid } from './mark-paid.ts';
import { newPaymentIntent } from './new-payment-intent.ts';

/** Stripe can't charge less than this many cents (USD); it carries the amount over in the customer's balance. */
export const MINIMUM_CHARGE = 50;

/**
 * Closes a draft: uses up credit (or collects what is owed), numbers it, and creates the payment intent. An invoice
 * with nothing left to charge is paid at once.
 */
export function finalizeInvoice(emulator: Emulator, id: string): Invoice {
  const draft = emulator.required('invoice', id);
  if (draft.status !== 'draft') {
    throw invalidRequest(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      'invoice_not_editable',
    );
  }
  const { total, starting_balance: before, amount_due: due } = withTotals(emulator, draft);
  settleBalance(emulator, draft, { total, before, due });
  const customer = emulator.required('customer', draft.customer);
  const sequence = customer.next_invoice_sequence;
  emulator.patch('customer', customer.id, { next_invoice_sequence: sequence + 1 });
  const charged = due < MINIMUM_CHARGE ? 0 : due;
  const open = emulator.patch('invoice', id, {
    ...withTotals(emulator, draft),
    starting_balance: before,
    amount_due: charged,
    amount_remaining: charged,
    automatically_finalizes_at: null,
    effective_at: emulator.now(),
    ending_balance: customer.balance,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: emulator.now() },
  } as Partial<Invoice>);
  emulator.emit('invoice.finalized', open);
  if (charged === 0) return markPaid(emulator, id);
  attachIntent(emulator, open);
  return open;
}

function settleBalance(emulator: Emulator, draft: Invoice, sums: { total: number; before: number; due: number }): void {
  const { total, before, due } = sums;
  const carried = due < MINIMUM_CHARGE ? due : 0;
  // Negative: a total below zero becomes credit. Positive: credit used up. Owed amounts are cleared when they are
  // charged.
  const applied = due > 0 ? 0 - before : total;
  const base = { customer: draft.customer, invoice: draft.id };
  if (applied !== 0) changeBalance(emulator, { ...base, amount: applied, type: 'applied_to_invoice' });
  if (carried > 0) changeBalance(emulator, { ...base, amount: carried, type: 'invoice_too_small' });
}

function attachIntent(emulator: Emulator, invoice: Invoice): void {
  const intent = newPaymentIntent(emulator, {
    amount: invoice.amount_due,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Payment for Invoice',
  });
  const payment = {
    id: emulator.id('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: emulator.now(),
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent' as const, payment_intent: intent.id },
    status: 'open' as const,
    status_transitions: { canceled_at: null, paid_at: null },
  };
  emulator.store.put('invoice_payment', payment);
}
