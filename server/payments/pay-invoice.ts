import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { PaymentObjectMissing } from './errors.ts';
import type { CustomerId } from './types.ts';

/** Calls for one invoice must not overlap; one that is paid already is left alone. */
export function payInvoice(
  { stripe }: PaymentsContext,
  { customerId, invoiceId }: { customerId: CustomerId; invoiceId: string },
): Promise<void> {
  return callStripe(async () => {
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (idOf(invoice.customer) !== customerId) throw new PaymentObjectMissing('No such invoice.');
    if (invoice.status === 'paid') return;
    await stripe.invoices.pay(invoiceId);
  });
}
