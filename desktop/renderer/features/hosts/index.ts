export { InvoiceHost } from './InvoiceHost.tsx';
