import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { getConfirmationSecret } from './ask-to-confirm.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { PaymentActionRequired, PaymentObjectMissing, PaymentUnavailable } from './errors.ts';
import type { CustomerId } from './types.ts';

/**
 * Charges an open invoice to the default card now; false if it is already paid. Calls for one invoice must not overlap.
 * @throws PaymentDeclined or PaymentActionRequired, with the secret to confirm it, with the invoice still open
 */
export function payInvoice(
  context: PaymentsContext,
  { customerId, invoiceId }: { customerId: CustomerId; invoiceId: string },
): Promise<boolean> {
  const { stripe } = context;
  return callStripe(async () => {
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (idOf(invoice.customer) !== customerId) throw new PaymentObjectMissing(say('payments.invoiceNotFound'));
    if (invoice.status === 'paid') return false;
    await callStripe(() => stripe.invoices.pay(invoiceId, { off_session: false })).catch(async (error: unknown) => {
      if (error instanceof PaymentUnavailable && (await isPaid(stripe, invoiceId))) return;
      if (!(error instanceof PaymentActionRequired)) throw error;
      throw new PaymentActionRequired(error.message, await getConfirmationSecret(context, invoiceId));
    });
    return true;
  });
}

/** It's unknown whether the call acted; the invoice tells. */
async function isPaid(stripe: Stripe, invoiceId: string): Promise<boolean> {
  return (await stripe.invoices.retrieve(invoiceId)).status === 'paid';
}
