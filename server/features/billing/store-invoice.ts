import { eq } from 'drizzle-orm';
import type { Invoice } from '../../payments/types.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Difference } from './difference.ts';
import { billingInvoices } from './tables.ts';

type InvoiceRow = typeof billingInvoices.$inferSelect;

/** Stores an invoice as just read from the provider; returns how our copy differed. */
export async function storeInvoice(tx: Transaction, organizationId: string, invoice: Invoice): Promise<Difference[]> {
  const row = toRow(organizationId, invoice);
  const [before] = await tx.select().from(billingInvoices).where(eq(billingInvoices.id, row.id));
  await tx.insert(billingInvoices).values(row).onConflictDoUpdate({ target: billingInvoices.id, set: row });
  if (!before) return [{ what: `invoice ${row.id}`, ours: null, theirs: row.status }];
  const compared = ['status', 'totalCents', 'amountDueCents', 'amountPaidCents', 'creditAfterCents'] as const;
  return compared
    .filter((field) => before[field] !== row[field])
    .map((field) => ({ what: `invoice ${row.id} ${field}`, ours: before[field], theirs: row[field] }));
}

function toRow(organizationId: string, invoice: Invoice): InvoiceRow {
  return {
    id: invoice.id,
    organizationId,
    number: invoice.number,
    type: invoice.type,
    status: invoice.status,
    totalCents: invoice.total,
    amountDueCents: invoice.amountDue,
    amountPaidCents: invoice.amountPaid,
    creditBeforeCents: invoice.creditBefore,
    creditAfterCents: invoice.creditAfter,
    lines: invoice.lines.map(({ amount, periodStart, periodEnd, ...line }) => ({
      ...line,
      amountCents: amount,
      periodStart: periodStart.toISOString(),
      periodEnd: periodEnd.toISOString(),
    })),
    createdAt: invoice.createdAt,
    paidAt: invoice.paidAt,
  };
}
