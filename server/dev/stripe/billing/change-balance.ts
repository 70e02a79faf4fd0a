import type { Emulator } from '../emulator.ts';
import type { BalanceTransaction, Metadata } from '../objects.ts';

interface Change {
  readonly customer: string;
  /** Cents; negative is credit for the customer. */
  readonly amount: number;
  readonly type: BalanceTransaction['type'];
  readonly invoice?: string;
  readonly description?: string | null;
  readonly metadata?: Metadata;
}

/** Moves a customer's balance and writes the transaction with the reason. */
export function changeBalance(emulator: Emulator, change: Change): BalanceTransaction {
  const before = emulator.required('customer', change.customer, 'customer');
  const customer = emulator.patch('customer', before.id, { balance: before.balance + change.amount });
  const transaction: BalanceTransaction & Record<string, unknown> = {
    id: emulator.id('cbtxn'),
    object: 'customer_balance_transaction',
    amount: change.amount,
    checkout_session: null,
    created: emulator.now(),
    credit_note: null,
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    description: change.description ?? null,
    ending_balance: customer.balance,
    invoice: change.invoice ?? null,
    livemode: false,
    metadata: change.metadata ?? {},
    type: change.type,
  };
  emulator.emit('customer.updated', customer, before);
  return emulator.store.put('balance_transaction', transaction);
}
