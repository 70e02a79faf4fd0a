import { z } from 'zod';
import { withTotals } from '../billing/create-invoice.ts';
import { createPendingItem } from '../billing/create-pending-item.ts';
import { pendingLine, pricingOf, writeLine } from '../billing/lines.ts';
import { type Emulator, mergeMetadata, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest, missingParameter } from '../errors.ts';
import type { InvoiceItem } from '../objects.ts';
import { currency, expand, filledText, flag, integer, metadata, naturalNumber, text } from '../parameters.ts';
import { listEndpoint, readEndpoint } from '../read-endpoints.ts';
import { existingCustomer } from './customers.ts';

const period = z.strictObject({ start: naturalNumber, end: naturalNumber });

/** Rewrites a draft's lines after an item on it was added, changed or removed. */
function refreshDraft(emulator: Emulator, invoiceId: string | null): void {
  if (invoiceId === null) return;
  const invoice = emulator.required('invoice', invoiceId, 'invoice');
  if (invoice.status !== 'draft') {
    throw invalidRequest('The invoice cannot be modified: it is no longer a draft.', 'invoice_not_editable', 'invoice');
  }
  const own = invoice.lines.data.filter((line) => line.parent.type === 'subscription_item_details');
  const items = emulator.store.all('invoiceitem').filter((item) => item.invoice === invoiceId);
  const data = [...own, ...items.map((item) => writeLine(emulator, pendingLine(item), invoiceId))];
  const updated = emulator.store.put(
    'invoice',
    withTotals(emulator, { ...invoice, lines: { ...invoice.lines, data } }),
  );
  emulator.emit('invoice.updated', updated, invoice);
}

export const invoiceItemEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/invoiceitems',
    params: z.strictObject({
      customer: filledText,
      amount: integer.optional(),
      currency: currency.optional(),
      description: text.optional(),
      invoice: filledText.optional(),
      metadata: metadata.optional(),
      period: period.optional(),
      pricing: z.strictObject({ price: filledText.optional() }).optional(),
      quantity: naturalNumber.optional(),
      subscription: filledText.optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      const customer = existingCustomer(emulator, params.customer);
      const { amount, quantity = 1 } = params;
      const priceId = params.pricing?.price;
      const price = priceId === undefined ? null : emulator.required('price', priceId, 'pricing[price]');
      if (price !== null && amount !== undefined) {
        throw invalidRequest('You may only specify one of these parameters: amount, pricing.', undefined, 'amount');
      }
      const total = price === null ? amount : price.unit_amount * quantity;
      if (total === undefined) throw missingParameter('amount');
      if (price === null && params.currency === undefined) throw missingParameter('currency');
      if (params.subscription !== undefined) emulator.required('subscription', params.subscription, 'subscription');
      const now = emulator.now();
      const item = createPendingItem(emulator, customer.id, {
        amount: total,
        description: params.description ?? (price && emulator.required('product', price.product).name) ?? '',
        quantity,
        pricing: price && pricingOf(price),
        period: params.period ?? { start: now, end: now },
        proration: false,
        subscription: params.subscription ?? null,
        metadata: mergeMetadata({}, params.metadata),
        invoice: params.invoice ?? null,
      });
      refreshDraft(emulator, item.invoice);
      return item;
    },
  }),
  listEndpoint(
    '/v1/invoiceitems',
    'invoiceitem',
    { customer: filledText.optional(), invoice: filledText.optional() },
    { pending: flag.optional() },
    (row, { pending }) => pending === undefined || (row.invoice === null) === pending,
  ),
  readEndpoint('/v1/invoiceitems', 'invoiceitem'),
  endpoint({
    method: 'POST',
    path: '/v1/invoiceitems/{id}',
    params: z.strictObject({
      amount: integer.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const before = emulator.required('invoiceitem', ids.id ?? '');
      const { amount, description } = params;
      const item = emulator.patch('invoiceitem', before.id, {
        ...sent({ amount, net_amount: amount, description }),
        metadata: mergeMetadata(before.metadata, params.metadata),
      } as Partial<InvoiceItem>);
      refreshDraft(emulator, item.invoice);
      return item;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/invoiceitems/{id}',
    params: z.strictObject({}),
    handle({ emulator, ids }) {
      const item = emulator.required('invoiceitem', ids.id ?? '');
      emulator.store.remove('invoiceitem', item.id);
      refreshDraft(emulator, item.invoice);
      emulator.emit('invoiceitem.deleted', item);
      return { id: item.id, object: 'invoiceitem', deleted: true };
    },
  }),
];
