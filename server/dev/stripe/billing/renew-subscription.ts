import type { Emulator } from '../emulator.ts';
import type { Invoice, Subscription } from '../objects.ts';
import { periodOf } from './change-items.ts';
import { createInvoice } from './create-invoice.ts';
import { endSubscription } from './end-subscription.ts';
import { fullLine } from './lines.ts';
import { periodAround } from './period.ts';

/** The end of a period: the next one begins with the draft of its invoice, or the subscription ends. */
export function renewSubscription(emulator: Emulator, before: Subscription): Invoice | null {
  const past = periodOf(before);
  if (before.cancel_at_period_end) {
    endSubscription(emulator, before.id, 'cancellation_requested');
    return null;
  }
  const period = periodAround(before.billing_cycle_anchor, past.end);
  const data = before.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const subscription = emulator.patch('subscription', before.id, { items: { ...before.items, data } });
  const invoice = createInvoice(emulator, {
    customer: before.customer,
    reason: 'subscription_cycle',
    subscription,
    lines: data.map((item) => fullLine(emulator, item, period)),
    pending: emulator.store
      .all('invoiceitem')
      .filter((each) => each.customer === before.customer && each.invoice === null),
    autoAdvance: before.status !== 'unpaid',
    period: past,
  });
  const renewed = emulator.patch('subscription', before.id, { latest_invoice: invoice.id });
  emulator.emit('customer.subscription.updated', renewed, before);
  return invoice;
}
