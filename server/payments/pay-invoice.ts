import { getConfirmationSecret } from './ask-to-confirm.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { PaymentActionRequired, PaymentObjectMissing } from './errors.ts';
import type { CustomerId } from './types.ts';

/** Calls for one invoice must not overlap; one that is paid already is left alone. */
export function payInvoice(
  context: PaymentsContext,
  { customerId, invoiceId }: { customerId: CustomerId; invoiceId: string },
): Promise<void> {
  const { stripe } = context;
  return callStripe(async () => {
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (idOf(invoice.customer) !== customerId) throw new PaymentObjectMissing('No such invoice.');
    if (invoice.status === 'paid') return;
    await callStripe(() => stripe.invoices.pay(invoiceId, { off_session: false })).catch(async (error: unknown) => {
      if (!(error instanceof PaymentActionRequired)) throw error;
      throw new PaymentActionRequired(error.message, await getConfirmationSecret(context, invoiceId));
    });
  });
}
