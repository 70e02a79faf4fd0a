import { asc, count, desc, eq } from 'drizzle-orm';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { InvoiceRow } from '#shared/features/billing/contract.ts';
import { type ListInput, sortColumn } from '../../platform/list-order.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../people/index.ts';
import { presentInvoiceRow } from './present-invoice.ts';
import { billingInvoices } from './tables.ts';

const SORTABLE = {
  invoice_date: billingInvoices.createdAt,
  customer_invoice_id: billingInvoices.number,
  invoice_type: billingInvoices.type,
  invoice_total: billingInvoices.totalCents,
  status: billingInvoices.status,
} as const;

/** One page of the organization's invoices, newest first unless asked otherwise. @throws Forbidden */
export async function listInvoices(
  context: Context,
  input: ListInput,
): Promise<{ records: number; rows: InvoiceRow[] }> {
  requireManager(context.actor);
  const own = eq(billingInvoices.organizationId, context.actor.organizationId);
  const column = sortColumn(SORTABLE, input.sort, 'invoice_date');
  const direction = (input.sortDir ?? (input.sort ? 'asc' : 'desc')) === 'asc' ? asc : desc;
  const [[total], rows] = await Promise.all([
    context.db.select({ records: count() }).from(billingInvoices).where(own),
    context.db
      .select()
      .from(billingInvoices)
      .where(own)
      .orderBy(direction(column), desc(billingInvoices.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
  ]);
  return { records: total?.records ?? 0, rows: rows.map(presentInvoiceRow) };
}
