import type Stripe from 'stripe';
import { nextBillingDate } from '#shared/features/billing/model.ts';
import { callStripe } from './call-stripe.ts';
import { itemChange } from './change-quantity.ts';
import type { PaymentsContext } from './context.ts';
import { toInvoice } from './invoice.ts';
import { priceKeys } from './read-invoices.ts';
import { firstItems, unixSeconds } from './start-subscription.ts';
import type { Invoice, PreviewInput } from './types.ts';

/** The exact invoice that the next billing date, or a change, would create: of the parameters the change would send. */
export function previewInvoice(context: PaymentsContext, input: PreviewInput): Promise<Invoice> {
  return callStripe(async () => {
    const { stripe } = context;
    const preview = await stripe.invoices.createPreview(await previewParams(context, input));
    return toInvoice(preview, await priceKeys(stripe, [preview]));
  });
}

async function previewParams(
  { stripe, clock }: PaymentsContext,
  input: PreviewInput,
): Promise<Stripe.InvoiceCreatePreviewParams> {
  if (input.kind === 'next-monthly') return { subscription: input.subscriptionId };
  if (input.kind === 'start-subscription') {
    const timestamp = unixSeconds(nextBillingDate(clock.now()));
    return {
      customer: input.customerId,
      subscription_details: {
        items: await firstItems(stripe, input),
        ...(input.at && { start_date: unixSeconds(input.at) }),
        billing_cycle_anchor: { type: 'timestamp', timestamp },
        proration_behavior: 'create_prorations',
      },
    };
  }
  const current = await stripe.subscriptions.retrieve(input.subscriptionId);
  return { subscription: input.subscriptionId, subscription_details: await itemChange(stripe, current, input) };
}
