import { InvoicePage } from '../../features/billing/InvoicePage.tsx';
import { InvoiceHost } from '../../features/hosts/index.ts';

/** /organization/invoices/:id. Hosts import billing, so billing gets its host panel from here. */
export function InvoiceAndHostPage() {
  return <InvoicePage hostPanel={InvoiceHost} />;
}
