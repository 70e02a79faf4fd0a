import * as contract from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
import type { RegisterRoutes } from '../routing.ts';
import { deleteOrganization, restoreOrganization } from './delete-organization.ts';
import { getBilling } from './get-billing.ts';
import { getInvoice } from './get-invoice.ts';
import { listInvoices } from './list-invoices.ts';
import { payInvoice } from './pay-invoice.ts';
import { removeUnusedLicences } from './remove-unused-licences.ts';
import { setSpendingCap } from './set-spending-cap.ts';

const done = { success: true as const };

export const billingRoutes: RegisterRoutes = (mount) => {
  mount(contract.getBilling, (context) => getBilling(context));

  mount(contract.listInvoices, (context, { query }) => listInvoices(context, query));

  mount(contract.getInvoice, (context, { params }) => getInvoice(context, { invoiceId: params.invoiceID }));

  mount(contract.getInvoicePdf, async (context, { params }, c) => {
    const invoice = await getInvoice(context, { invoiceId: params.invoiceID });
    const number = invoice.customer_invoice_id.replace(/[^\w-]/g, '_');
    // Large because of its fonts, and seldom needed.
    const { invoicePdf } = await import('./invoice-pdf.ts');
    return c.body(new Uint8Array(await invoicePdf(invoice, context.origin.locale ?? null)), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="invoice-${number}.pdf"`,
    });
  });

  mount(contract.payInvoice, async (context, { body }) => {
    await payInvoice(context, { invoiceId: body.invoice_id });
    return done;
  });

  mount(contract.removeUnusedUserLicenses, async (context) => ({
    ...done,
    removed: await removeUnusedLicences(context),
  }));

  mount(contract.setSpendingCap, async (context, { body }) => {
    const { monthly_cap: cap } = body;
    await setSpendingCap(context, { monthlyCap: cap === null ? null : cents(cap) });
    return done;
  });

  mount(contract.deleteOrganization, async (context) => ({
    ...done,
    delete_date: (await deleteOrganization(context)).toISOString(),
  }));

  mount(contract.cancelDeleteOrganization, async (context) => {
    await restoreOrganization(context);
    return done;
  });
};
