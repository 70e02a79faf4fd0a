import type { Emulator } from '../emulator.ts';
import type { InvoiceItem, InvoiceLine, Metadata, Price, SubscriptionItem } from '../objects.ts';
import { dayName, periodAround, prorateSeconds } from './period.ts';

/** A line before it has an invoice. */
export interface LineDraft {
  readonly amount: number;
  readonly description: string;
  readonly quantity: number;
  readonly pricing: InvoiceLine['pricing'];
  readonly period: { start: number; end: number };
  readonly proration: boolean;
  readonly subscription: string | null;
  readonly subscriptionItem: string | null;
  readonly invoiceItem: string | null;
  readonly metadata: Metadata;
}

export function pricingOf(price: Price): InvoiceLine['pricing'] {
  return {
    type: 'price_details',
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal: price.unit_amount_decimal,
  };
}

/** A whole period of an item. */
export function fullLine(emulator: Emulator, item: SubscriptionItem, period: LineDraft['period']): LineDraft {
  const dollars = (item.price.unit_amount / 100).toFixed(2);
  const description = `${nameOf(emulator, item)} (at $${dollars} / month)`;
  return { ...itemLine(item, period), amount: item.price.unit_amount * item.quantity, description, proration: false };
}

/** The rest of a period, to the second; the period may have begun as a shorter one before the anchor. */
export function remainingLine(
  emulator: Emulator,
  item: SubscriptionItem,
  span: { anchor: number; from: number; to: number },
  kind: 'first' | 'charge' | 'credit',
): LineDraft {
  const whole = periodAround(span.anchor, span.from);
  const amount = prorateSeconds(item.price.unit_amount * item.quantity, span.to - span.from, whole.end - whole.start);
  const name = nameOf(emulator, item);
  const description = {
    first: `Time on ${name} from ${dayName(span.from)} until ${dayName(span.to)}`,
    charge: `Remaining time on ${name} after ${dayName(span.from)}`,
    credit: `Unused time on ${name} after ${dayName(span.from)}`,
  }[kind];
  const line = itemLine(item, { start: span.from, end: span.to });
  return { ...line, amount: kind === 'credit' ? 0 - amount : amount, description, proration: true };
}

export function pendingLine(item: InvoiceItem): LineDraft {
  return {
    amount: item.amount,
    description: item.description ?? '',
    quantity: item.quantity,
    pricing: item.pricing,
    period: item.period,
    proration: item.proration,
    subscription: item.parent?.subscription_details.subscription ?? null,
    subscriptionItem: null,
    invoiceItem: item.id,
    metadata: item.metadata,
  };
}

export function writeLine(emulator: Emulator, draft: LineDraft, invoice: string): InvoiceLine {
  const line: InvoiceLine & Record<string, unknown> = {
    id: emulator.id('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: 'usd',
    description: draft.description,
    discount_amounts: [],
    discountable: !draft.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: draft.metadata,
    parent: parentOf(draft),
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: draft.pricing,
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription: draft.subscription,
    subtotal: draft.amount,
    taxes: [],
  };
  return line;
}

function parentOf(draft: LineDraft): Record<string, unknown> {
  const shared = {
    proration: draft.proration,
    proration_details: { credited_items: null },
    subscription: draft.subscription,
  };
  return draft.subscriptionItem === null
    ? {
        type: 'invoice_item_details',
        invoice_item_details: { invoice_item: draft.invoiceItem, ...shared },
        subscription_item_details: null,
      }
    : {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: { invoice_item: null, ...shared, subscription_item: draft.subscriptionItem },
      };
}

function itemLine(item: SubscriptionItem, period: LineDraft['period']) {
  return {
    quantity: item.quantity,
    pricing: pricingOf(item.price),
    period,
    subscription: item.subscription,
    subscriptionItem: item.id,
    invoiceItem: null,
    metadata: item.metadata,
  };
}

function nameOf(emulator: Emulator, item: SubscriptionItem): string {
  return `${item.quantity} × ${emulator.required('product', item.price.product).name}`;
}
