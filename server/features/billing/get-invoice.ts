import { and, eq, like, ne, sql } from 'drizzle-orm';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { optionOfPrice } from '#shared/features/hosts/server-options.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { addressLine, requireManager } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { type InvoiceTableRow, presentInvoice } from './present-invoice.ts';
import { billingCharges, billingInvoices } from './tables.ts';

/** One invoice of the active organization. @throws Forbidden; NotFound, for another organization's as well */
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
  const hostId = invoice.type === 'adhoc' ? await findChargedHost(context, invoice) : null;
  const { sellerName, sellerAddress = null, sellerTaxId = null } = context.config;
  const customer = { name: organization.name, address: addressLine(organization), hostId };
  return presentInvoice(invoice, customer, { name: sellerName, address: sellerAddress, tax_id: sellerTaxId });
}

/** The charge made for the instant in the attempt's name, which begins the line's period. */
async function findChargedHost({ db }: Context, invoice: InvoiceTableRow): Promise<string | null> {
  const line = invoice.lines.find(({ priceKey }) => optionOfPrice(priceKey) !== null);
  if (!line?.priceKey) return null;
  const at = new Date(line.periodStart).toISOString();
  const [charged] = await db
    .select({ id: hosts.id })
    .from(billingCharges)
    .innerJoin(hosts, eq(sql`${hosts.id}::text`, billingCharges.effectId))
    .where(
      and(
        eq(billingCharges.organizationId, invoice.organizationId),
        eq(billingCharges.priceKey, line.priceKey),
        like(billingCharges.attempt, `%:${at}`),
        ne(hosts.status, 'Deleted'),
      ),
    );
  return charged?.id ?? null;
}
