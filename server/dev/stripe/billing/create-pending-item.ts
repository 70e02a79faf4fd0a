import type { Emulator } from '../emulator.ts';
import type { InvoiceItem, Metadata } from '../objects.ts';
import type { LineDraft } from './lines.ts';

type PendingItem = Pick<
  LineDraft,
  'amount' | 'description' | 'quantity' | 'pricing' | 'period' | 'proration' | 'subscription'
> & {
  readonly metadata?: Metadata;
  readonly invoice?: string | null;
};

/** An item that waits for the customer's next invoice, or goes onto the given draft. */
export function createPendingItem(emulator: Emulator, customer: string, input: PendingItem): InvoiceItem {
  const item: InvoiceItem & Record<string, unknown> = {
    id: emulator.id('ii'),
    object: 'invoiceitem',
    amount: input.amount,
    currency: 'usd',
    customer,
    customer_account: null,
    date: emulator.now(),
    description: input.description,
    discountable: !input.proration,
    discounts: [],
    invoice: input.invoice ?? null,
    livemode: false,
    metadata: input.metadata ?? {},
    net_amount: input.amount,
    parent:
      input.subscription === null
        ? null
        : { type: 'subscription_details', subscription_details: { subscription: input.subscription } },
    period: input.period,
    pricing: input.pricing,
    proration: input.proration,
    quantity: input.quantity,
    quantity_decimal: String(input.quantity),
    tax_rates: [],
    test_clock: null,
  };
  emulator.store.put('invoiceitem', item);
  emulator.emit('invoiceitem.created', item);
  return item;
}
