import type Stripe from 'stripe';
import { cents } from '#shared/features/billing/model.ts';
import { idOf } from './customers.ts';
import type { Invoice, InvoiceLine, InvoiceStatus, PriceKey } from './types.ts';

/** @param keys our names for the provider's price ids */
export function toInvoice(invoice: Stripe.Invoice, keys: ReadonlyMap<string, PriceKey>): Invoice {
  const paidAt = invoice.status_transitions.paid_at;
  const nextAttempt = invoice.status === 'open' ? invoice.next_payment_attempt : null;
  const isPreview = invoice.id.startsWith('upcoming_');
  return {
    id: isPreview ? '' : invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    type: invoice.billing_reason === 'subscription_cycle' ? 'monthly' : 'adhoc',
    status: (invoice.status ?? 'draft') as InvoiceStatus,
    createdAt: new Date(invoice.created * 1000),
    total: cents(invoice.total),
    amountDue: cents(invoice.amount_due),
    amountPaid: cents(invoice.amount_paid),
    creditBefore: cents(0 - invoice.starting_balance),
    creditAfter: invoice.ending_balance === null ? null : cents(0 - invoice.ending_balance),
    paidAt: paidAt === null ? null : new Date(paidAt * 1000),
    nextAttemptAt: nextAttempt === null ? null : new Date(nextAttempt * 1000),
    lines: invoice.lines.data.map((line) => toLine(line, keys)),
  };
}

function toLine(line: Stripe.InvoiceLineItem, keys: ReadonlyMap<string, PriceKey>): InvoiceLine {
  const { parent } = line;
  return {
    description: line.description ?? '',
    quantity: line.quantity ?? 1,
    amount: cents(line.amount),
    priceKey: keys.get(idOf(line.pricing?.price_details?.price) ?? '') ?? null,
    proration: parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false,
    periodStart: new Date(line.period.start * 1000),
    periodEnd: new Date(line.period.end * 1000),
  };
}
