import { and, eq } from 'drizzle-orm';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { addressLine, requireManager } from '../organizations/index.ts';
import { organizations } from '../organizations/tables.ts';
import { presentInvoice } from './present-invoice.ts';
import { billingInvoices } from './tables.ts';

/** One invoice of the active organization. @throws Forbidden; NotFound for another organization's as for none. */
export async function getInvoice(context: Context, input: { invoiceId: string }): Promise<Invoice> {
  requireManager(context.actor);
  const { organizationId } = context.actor;
  const [found] = await context.db
    .select({ invoice: billingInvoices, organization: organizations })
    .from(billingInvoices)
    .innerJoin(organizations, eq(organizations.id, billingInvoices.organizationId))
    .where(and(eq(billingInvoices.id, input.invoiceId), eq(billingInvoices.organizationId, organizationId)));
  if (!found) throw new NotFound();
  const { invoice, organization } = found;
  return presentInvoice(invoice, { name: organization.name, address: addressLine(organization) });
}
