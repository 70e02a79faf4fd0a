import { InvoicePage } from '../../features/billing/InvoicePage.tsx';
import { InvoiceHost } from '../../features/hosts/index.ts';

/** /organization/invoices/:id. Hosts know billing, so billing gets its part about a host from here. */
export function InvoiceAndHostPage() {
  return <InvoicePage hostPanel={InvoiceHost} />;
}
