import { z } from 'zod';
import { createInvoice } from '../billing/create-invoice.ts';
import { declined } from '../billing/declined.ts';
import { finalizeInvoice } from '../billing/finalize-invoice.ts';
import { payInvoice } from '../billing/pay-invoice.ts';
import { voidInvoice } from '../billing/void-invoice.ts';
import { type Emulator, mergeMetadata, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest, StripeRefusal } from '../errors.ts';
import { createdMatches, listPage } from '../list.ts';
import type { Invoice } from '../objects.ts';
import { created, expand, filledText, flag, metadata, pagination, text } from '../parameters.ts';
import { readEndpoint } from '../read-endpoints.ts';
import { existingCustomer } from './customers.ts';

function draftOnly(emulator: Emulator, id: string): Invoice {
  const invoice = emulator.required('invoice', id);
  if (invoice.status === 'draft') return invoice;
  throw invalidRequest(
    "This invoice is no longer editable because it's no longer in draft status.",
    'invoice_not_editable',
  );
}

export const invoiceEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/invoices',
    params: z.strictObject({
      customer: filledText,
      auto_advance: flag.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      pending_invoice_items_behavior: z.enum(['exclude', 'include']).optional(),
      subscription: filledText.optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      const customer = existingCustomer(emulator, params.customer);
      const subscription =
        params.subscription === undefined
          ? null
          : emulator.required('subscription', params.subscription, 'subscription');
      const takesPending = params.pending_invoice_items_behavior === 'include';
      const now = emulator.now();
      return createInvoice(emulator, {
        customer: customer.id,
        reason: 'manual',
        subscription,
        lines: [],
        pending: emulator.store
          .all('invoiceitem')
          .filter((each) => takesPending && each.customer === customer.id && each.invoice === null),
        autoAdvance: params.auto_advance ?? false,
        period: { start: now, end: now },
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/invoices',
    params: z.strictObject({
      customer: filledText.optional(),
      subscription: filledText.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      ...created,
      ...pagination,
    }),
    handle({ emulator, params }) {
      if (params.customer !== undefined) emulator.required('customer', params.customer, 'customer');
      const rows = emulator.store
        .all('invoice')
        .filter((row) => createdMatches(row.created, params.created))
        .filter((row) => params.customer === undefined || row.customer === params.customer)
        .filter((row) => params.status === undefined || row.status === params.status)
        .filter(
          (row) =>
            (params.subscription ?? row.parent?.subscription_details.subscription) ===
            row.parent?.subscription_details.subscription,
        );
      return listPage(rows, '/v1/invoices', params);
    },
  }),
  readEndpoint('/v1/invoices', 'invoice'),
  endpoint({
    method: 'GET',
    path: '/v1/invoices/{id}/lines',
    params: z.strictObject(pagination),
    handle({ emulator, ids, params }) {
      const { id, lines } = emulator.required('invoice', ids.id ?? '');
      return listPage(lines.data.toReversed(), `/v1/invoices/${id}/lines`, params);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/invoices/{id}',
    params: z.strictObject({
      auto_advance: flag.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const before = emulator.required('invoice', ids.id ?? '');
      if (params.description !== undefined) draftOnly(emulator, before.id);
      const invoice = emulator.patch('invoice', before.id, {
        ...sent({ description: params.description, auto_advance: params.auto_advance }),
        metadata: mergeMetadata(before.metadata, params.metadata),
      });
      emulator.emit('invoice.updated', invoice, before);
      return invoice;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/invoices/{id}',
    params: z.strictObject({}),
    handle({ emulator, ids }) {
      const { id, object } = draftOnly(emulator, ids.id ?? '');
      for (const item of emulator.store.all('invoiceitem')) {
        if (item.invoice === id) emulator.patch('invoiceitem', item.id, { invoice: null });
      }
      emulator.store.remove('invoice', id);
      return { id, object, deleted: true };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/invoices/{id}/finalize',
    params: z.strictObject({ auto_advance: flag.optional(), ...expand }),
    handle({ emulator, ids, params }) {
      const { id, auto_advance: auto } = emulator.required('invoice', ids.id ?? '');
      const invoice = finalizeInvoice(emulator, id);
      const advance = params.auto_advance ?? auto;
      if (invoice.status !== 'open') return invoice;
      return emulator.patch('invoice', id, {
        auto_advance: advance,
        next_payment_attempt: advance ? emulator.now() + 3600 : null,
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/invoices/{id}/pay',
    params: z.strictObject({ payment_method: filledText.optional(), off_session: flag.optional(), ...expand }),
    handle({ emulator, ids, params }) {
      const { id, status } = emulator.required('invoice', ids.id ?? '');
      if (status === 'draft') finalizeInvoice(emulator, id);
      const wasPaid = status === 'paid';
      if (wasPaid) throw invalidRequest('Invoice is already paid', 'invoice_already_paid');
      if (emulator.required('invoice', id).status === 'open') refuseUnpaid(emulator, id, params.payment_method);
      return emulator.required('invoice', id);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/invoices/{id}/void',
    params: z.strictObject(expand),
    handle: ({ emulator, ids }) => voidInvoice(emulator, ids.id ?? ''),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/invoices/{id}/mark_uncollectible',
    params: z.strictObject(expand),
    handle({ emulator, ids }) {
      const before = emulator.required('invoice', ids.id ?? '');
      if (before.status !== 'open') {
        throw invalidRequest('You can only mark an open invoice as uncollectible.', 'invoice_not_editable');
      }
      const invoice = emulator.patch('invoice', before.id, {
        auto_advance: false,
        next_payment_attempt: null,
        status: 'uncollectible',
        status_transitions: { ...before.status_transitions, marked_uncollectible_at: emulator.now() },
      });
      emulator.emit('invoice.marked_uncollectible', invoice);
      return invoice;
    },
  }),
];

/** @throws StripeRefusal 402 for a payment that failed; the attempt stays on record. */
function refuseUnpaid(emulator: Emulator, id: string, method: string | undefined): void {
  const outcome = payInvoice(emulator, id, method);
  if (outcome.kind === 'declined') throw declined(outcome.decline, { payment_intent: outcome.intent }, true);
  if (outcome.kind !== 'requires_action') return;
  const message =
    'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.';
  const body = { type: 'card_error', code: 'invoice_payment_intent_requires_action', message } as const;
  throw new StripeRefusal(402, { ...body, payment_intent: outcome.intent }, true);
}
