import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { Invoice, Metadata, Subscription, SubscriptionItem } from '../objects.ts';
import { createInvoice } from './create-invoice.ts';
import { fullLine, remainingLine } from './lines.ts';
import { anchorAfter, periodAround } from './period.ts';
import { priceFields, recurringPrice } from './recurring-price.ts';

export interface NewSubscription {
  readonly customer: string;
  readonly items: readonly { price: string; quantity?: number | undefined; metadata?: Metadata }[];
  /** Unix seconds; at most one period ahead. Null: now. */
  readonly anchor: number | null;
  /** Unix seconds in the past to count from; default now. */
  readonly from?: number | undefined;
  /** How the anchor was given, if by day and time. */
  readonly anchorConfig?: object | null;
  readonly prorate: boolean;
  readonly defaultPaymentMethod?: string | null;
  readonly description?: string | null;
  readonly metadata?: Metadata;
  readonly cancelAtPeriodEnd?: boolean;
}

/** A subscription and the draft of its first invoice; null if the time until the anchor is free. */
export function createSubscription(
  emulator: Emulator,
  input: NewSubscription,
): { subscription: Subscription; invoice: Invoice | null } {
  const now = emulator.now();
  const anchor = input.anchor ?? now;
  if (anchor < now)
    throw invalidRequest('billing_cycle_anchor must be in the future', undefined, 'billing_cycle_anchor');
  if (anchor > anchorAfter(now, 1)) {
    const why = 'billing_cycle_anchor cannot be later than next natural billing date';
    throw invalidRequest(why, undefined, 'billing_cycle_anchor');
  }
  const from = input.from ?? now;
  if (from > now) throw invalidRequest('backdate_start_date must be in the past', undefined, 'backdate_start_date');
  const period = { start: from, end: anchor > now ? anchor : anchorAfter(now, 1) };
  const subscription = newSubscription(emulator, input, anchor, period);
  const whole = periodAround(anchor, from);
  const isWhole = whole.start === period.start && whole.end === period.end;
  const lines = subscription.items.data.map((item) =>
    isWhole
      ? fullLine(emulator, item, period)
      : remainingLine(emulator, item, { anchor, from: period.start, to: period.end }, 'first'),
  );
  emulator.store.put('subscription', subscription);
  emulator.emit('customer.subscription.created', subscription);
  if (!isWhole && !input.prorate) return { subscription, invoice: null };
  const invoice = createInvoice(emulator, {
    customer: input.customer,
    reason: 'subscription_create',
    subscription,
    lines,
    pending: emulator.store
      .all('invoiceitem')
      .filter((each) => each.customer === input.customer && each.invoice === null),
    autoAdvance: false,
    period: { start: from, end: from },
  });
  return { subscription: emulator.patch('subscription', subscription.id, { latest_invoice: invoice.id }), invoice };
}

export function newItem(
  emulator: Emulator,
  input: NewSubscription['items'][number],
  owner: { subscription: string; period: { start: number; end: number } },
): SubscriptionItem {
  const item: SubscriptionItem & Record<string, unknown> = {
    id: emulator.id('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: emulator.now(),
    current_period_end: owner.period.end,
    current_period_start: owner.period.start,
    discounts: [],
    metadata: input.metadata ?? {},
    ...priceFields(recurringPrice(emulator, input.price)),
    quantity: input.quantity ?? 1,
    subscription: owner.subscription,
    tax_rates: [],
  };
  return item;
}

function newSubscription(
  emulator: Emulator,
  input: NewSubscription,
  anchor: number,
  period: { start: number; end: number },
): Subscription {
  const id = emulator.id('sub');
  const items = input.items.map((item) => newItem(emulator, item, { subscription: id, period }));
  if (new Set(items.map((item) => item.price.id)).size < items.length) {
    throw invalidRequest('Cannot add multiple subscription items with the same plan.', undefined, 'items');
  }
  const subscription: Subscription & Record<string, unknown> = {
    ...CONSTANT_FIELDS,
    id,
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: input.anchorConfig ?? null,
    cancel_at: input.cancelAtPeriodEnd ? period.end : null,
    cancel_at_period_end: input.cancelAtPeriodEnd ?? false,
    canceled_at: input.cancelAtPeriodEnd ? emulator.now() : null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    created: emulator.now(),
    customer: input.customer,
    default_payment_method: input.defaultPaymentMethod ?? null,
    description: input.description ?? null,
    ended_at: null,
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    metadata: input.metadata ?? {},
    start_date: period.start,
    status: 'active',
  };
  return subscription;
}

const CONSTANT_FIELDS = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  currency: 'usd',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
  trial_start: null,
} as const;
