import type { Invoice, InvoiceRow } from '#shared/features/billing/contract.ts';
import { optionOfPrice } from '#shared/features/hosts/server-options.ts';
import type { PriceKey } from '../../payments/types.ts';
import { say } from '../../platform/say.ts';
import { serverOptionName } from './server-options.ts';
import type { billingInvoices, StoredLine } from './tables.ts';

export type InvoiceTableRow = typeof billingInvoices.$inferSelect;

export function presentInvoiceRow(row: InvoiceTableRow): InvoiceRow {
  return {
    id: row.id,
    customer_invoice_id: row.number ?? row.id,
    invoice_date: row.createdAt.toISOString(),
    invoice_type: row.type === 'monthly' ? 'Monthly' : 'adhoc',
    item: [...new Set(row.lines.map(lineName))].join(', '),
    invoice_total: row.totalCents,
    status: row.status,
  };
}

/** One invoice with everything on its page and PDF. */
export function presentInvoice(
  row: InvoiceTableRow,
  customer: { name: string; address: string; hostId: string | null },
  seller: Invoice['seller'],
): Invoice {
  const shown = presentInvoiceRow(row);
  const creditApplied = Math.max(0, Math.min(row.creditBeforeCents, row.totalCents));
  return {
    ...shown,
    seller,
    organization_name: customer.name,
    address: customer.address,
    item_configuration: row.lines.map((line) => ({
      description: lineName(line),
      quantity: line.quantity,
      line_total: line.amountCents,
      items: [line.description],
      price_key: line.priceKey,
      period_start: line.periodStart,
      period_end: line.periodEnd,
      proration: line.proration,
    })),
    host_id: customer.hostId,
    adhoc_item: row.type === 'adhoc' ? shown.item : null,
    credit_applied: creditApplied,
    carried_over: row.totalCents - creditApplied - row.amountDueCents,
    amount_due: row.amountDueCents,
    amount_paid: row.amountPaidCents,
    paid_date: row.paidAt?.toISOString() ?? null,
  };
}

function lineName({ priceKey, description }: Pick<StoredLine, 'priceKey' | 'description'>): string {
  return priceName(priceKey) ?? description;
}

/** A price's name on our own pages; null for those the provider names better. */
function priceName(priceKey: PriceKey | null): string | null {
  if (priceKey === 'subscription') return say('billing.subscriptionLine');
  if (priceKey === 'extra-user') return say('billing.extraUsers');
  const option = optionOfPrice(priceKey);
  return option === null ? null : say('billing.hostLine', { serverType: serverOptionName(option) });
}
