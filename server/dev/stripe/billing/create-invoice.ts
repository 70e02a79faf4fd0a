import type { Emulator } from '../emulator.ts';
import type { Invoice, InvoiceItem, Metadata, Subscription } from '../objects.ts';
import { type LineDraft, pendingLine, writeLine } from './lines.ts';

interface NewInvoice {
  readonly customer: string;
  readonly reason: Invoice['billing_reason'];
  readonly subscription?: Subscription | null;
  readonly lines: readonly LineDraft[];
  /** Pending items to put on this invoice. */
  readonly pending?: readonly InvoiceItem[];
  readonly autoAdvance: boolean;
  readonly period: { start: number; end: number };
  readonly description?: string | null;
  readonly metadata?: Metadata;
}

/** Stripe keeps a draft open for changes for an hour before finalizing it. */
const DRAFT_SECONDS = 3600;

export function createInvoice(emulator: Emulator, input: NewInvoice): Invoice {
  const id = emulator.id('in');
  const { subscription = null, pending = [] } = input;
  for (const item of pending) emulator.patch('invoiceitem', item.id, { invoice: id });
  const lines = [...input.lines, ...pending.map(pendingLine)].map((line) => writeLine(emulator, line, id));
  const now = emulator.now();
  const customer = emulator.required('customer', input.customer, 'customer');
  const invoice: Invoice & Record<string, unknown> = {
    ...CONSTANT_FIELDS,
    id,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: input.autoAdvance,
    automatically_finalizes_at: input.autoAdvance ? now + DRAFT_SECONDS : null,
    billing_reason: input.reason,
    created: now,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    default_payment_method: null,
    description: input.description ?? null,
    effective_at: null,
    ending_balance: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: input.metadata ?? {},
    next_payment_attempt: input.autoAdvance ? now + DRAFT_SECONDS : null,
    number: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: input.period.end,
    period_start: input.period.start,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    total: 0,
  };
  const stored = emulator.store.put('invoice', withTotals(emulator, invoice));
  emulator.emit('invoice.created', stored);
  return stored;
}

/** Sums of the lines, and what is due after the customer's balance, while still a draft. */
export function withTotals(emulator: Emulator, invoice: Invoice): Invoice {
  const total = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  const { balance } = emulator.required('customer', invoice.customer);
  const due = Math.max(0, total + balance);
  const sums = { subtotal: total, subtotal_excluding_tax: total, total, total_excluding_tax: total };
  return { ...invoice, ...sums, starting_balance: balance, amount_due: due, amount_remaining: due };
}

const CONSTANT_FIELDS = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Stripe emulator',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  currency: 'usd',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} as const;
