import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Invoice, Subscription } from '../objects.ts';
import { changeItems, type ItemChange } from './change-items.ts';
import { createInvoice } from './create-invoice.ts';
import { createPendingItem } from './create-pending-item.ts';

export interface SubscriptionChange {
  readonly items: readonly ItemChange[];
  readonly behavior: 'always_invoice' | 'create_prorations' | 'none';
  /** Unix seconds to prorate from. */
  readonly from: number;
  /** Other fields, replaced as given. */
  readonly fields: Partial<Subscription>;
}

/** Applies the change, and with `always_invoice` drafts the invoice of its prorations (null if nothing changed). */
export function updateSubscription(
  emulator: Emulator,
  before: Subscription,
  { items, behavior, from, fields }: SubscriptionChange,
): { subscription: Subscription; invoice: Invoice | null } {
  if (before.ended_at !== null) {
    const why = 'A canceled subscription can only update its cancellation_details and metadata.';
    throw invalidRequest(why, 'invalid_canceled_subscription_fields');
  }
  const changed = changeItems(emulator, before, items, from);
  const subscription = emulator.patch('subscription', before.id, {
    ...fields,
    items: { ...before.items, data: changed.items },
  });
  if (behavior === 'create_prorations') {
    for (const line of changed.prorations) createPendingItem(emulator, before.customer, line);
  }
  emulator.emit('customer.subscription.updated', subscription, before);
  if (behavior !== 'always_invoice' || changed.prorations.length === 0) return { subscription, invoice: null };
  const invoice = createInvoice(emulator, {
    customer: before.customer,
    reason: 'subscription_update',
    subscription,
    lines: changed.prorations,
    pending: emulator.store
      .all('invoiceitem')
      .filter((each) => each.invoice === null && each.parent?.subscription_details.subscription === before.id),
    autoAdvance: true,
    period: { start: from, end: from },
  });
  return { subscription: emulator.patch('subscription', before.id, { latest_invoice: invoice.id }), invoice };
}
