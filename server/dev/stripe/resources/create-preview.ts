import { z } from 'zod';
import { periodOf } from '../billing/change-items.ts';
import { createSubscription } from '../billing/create-subscription.ts';
import { finalizeInvoice } from '../billing/finalize-invoice.ts';
import { renewSubscription } from '../billing/renew-subscription.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import { type Emulator, mergeMetadata } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest, missingParameter } from '../errors.ts';
import type { Invoice, Subscription } from '../objects.ts';
import { expand, filledText, flag, naturalNumber } from '../parameters.ts';
import { existingCustomer } from './customers.ts';
import { cancelFields, itemChanges, prorationBehavior } from './subscriptions.ts';

const details = z.strictObject({
  items: itemChanges.optional(),
  proration_behavior: prorationBehavior.optional(),
  proration_date: naturalNumber.optional(),
  start_date: naturalNumber.optional(),
  cancel_at_period_end: flag.optional(),
  billing_cycle_anchor: z
    .strictObject({ type: z.enum(['now', 'timestamp']), timestamp: naturalNumber.optional() })
    .optional(),
});
type Details = z.output<typeof details>;

/** Does the real thing and rolls it back, so the preview is exactly what would be charged. */
export const previewEndpoint = endpoint({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  params: z.strictObject({
    customer: filledText.optional(),
    subscription: filledText.optional(),
    subscription_details: details.optional(),
    preview_mode: z.enum(['next']).optional(),
    ...expand,
  }),
  handle({ emulator, params }) {
    const { customer, subscription: id, subscription_details: change = {} } = params;
    if (id === undefined && customer === undefined) throw missingParameter('customer');
    return emulator.rehearse(() => {
      if (customer !== undefined) existingCustomer(emulator, customer);
      const subscription = id === undefined ? null : emulator.required('subscription', id, 'subscription');
      if (subscription !== null && customer !== undefined && subscription.customer !== customer) {
        throw invalidRequest(`No such subscription: '${id}'`, 'resource_missing', 'subscription');
      }
      const draft =
        subscription === null ? first(emulator, customer ?? '', change) : next(emulator, subscription, change);
      if (draft === null) throw nothingUpcoming(customer ?? subscription?.customer ?? '');
      return asPreview(emulator, draft);
    });
  },
});

function first(emulator: Emulator, customer: string, change: Details): Invoice | null {
  const items = (change.items ?? []).map((item) => {
    if (item.price === undefined) throw missingParameter('subscription_details[items][0][price]');
    return { price: item.price, quantity: item.quantity, metadata: mergeMetadata({}, item.metadata) };
  });
  if (items.length === 0) throw nothingUpcoming(customer);
  const anchor = change.billing_cycle_anchor?.timestamp ?? null;
  const prorate = change.proration_behavior !== 'none';
  return createSubscription(emulator, { customer, items, anchor, prorate, from: change.start_date }).invoice;
}

/** The invoice of a change that is charged at once, or else the one at the end of the period. */
function next(emulator: Emulator, before: Subscription, change: Details): Invoice | null {
  const { subscription, invoice } = updateSubscription(emulator, before, {
    items: change.items ?? [],
    behavior: change.proration_behavior ?? 'create_prorations',
    from: change.proration_date ?? emulator.now(),
    fields: cancelFields(emulator, before, change.cancel_at_period_end),
  });
  if (change.proration_behavior === 'always_invoice') return invoice;
  return emulator.at(periodOf(subscription).end, () => renewSubscription(emulator, subscription));
}

function asPreview(emulator: Emulator, draft: Invoice): Invoice {
  const final = emulator.at(draft.created, () => finalizeInvoice(emulator, draft.id));
  const id = `upcoming_${draft.id}`;
  const data = final.lines.data.map((line) => ({ ...line, invoice: id }));
  return {
    ...draft,
    id,
    starting_balance: final.starting_balance,
    ending_balance: final.ending_balance,
    amount_due: final.amount_due,
    amount_remaining: final.amount_due,
    lines: { ...final.lines, data, url: `/v1/invoices/${id}/lines` },
  };
}

function nothingUpcoming(customer: string) {
  return invalidRequest(`No upcoming invoices for customer: ${customer}`, 'invoice_upcoming_none', undefined, 404);
}
