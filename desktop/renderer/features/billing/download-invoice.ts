import { SESSION_HEADER } from '#shared/api/wire.ts';
import { getInvoicePdf } from '#shared/features/billing/contract.ts';
import { i18n } from '../../lib/i18n.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { sessionKey } from '../../lib/session.ts';

/** Saves an invoice as a PDF. Fetched with the session header, which a plain link can't send. @throws Error */
export async function downloadInvoice(invoice: { id: string; customer_invoice_id: string }): Promise<void> {
  const path = getInvoicePdf.path.replace('{invoiceID}', encodeURIComponent(invoice.id));
  const response = await fetch(`${platform.apiBase}${path}`, {
    headers: { [SESSION_HEADER]: sessionKey() ?? '', 'Accept-Language': i18n.language },
    credentials: 'include',
  });
  if (!response.ok) throw new Error(`The PDF was answered with ${response.status}.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `invoice-${invoice.customer_invoice_id}.pdf`;
  link.click();
  URL.revokeObjectURL(url);
}
