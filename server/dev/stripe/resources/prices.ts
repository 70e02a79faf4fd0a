import { z } from 'zod';
import { type Emulator, mergeMetadata } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest, missingParameter } from '../errors.ts';
import { createdMatches, listPage } from '../list.ts';
import type { Price } from '../objects.ts';
import {
  created,
  currency,
  expand,
  filledText,
  flag,
  listOf,
  metadata,
  naturalNumber,
  pagination,
  text,
} from '../parameters.ts';
import { readEndpoint } from '../read-endpoints.ts';
import { newProduct } from './products.ts';

/** A lookup key names one active price; `transfer_lookup_key` takes it from the price that had it. */
function claimLookupKey(emulator: Emulator, key: string | null, transfer: boolean, self?: string): void {
  const holder = emulator.store.all('price').find((row) => key !== null && row.lookup_key === key && row.id !== self);
  if (holder === undefined) return;
  if (!transfer) {
    const why = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(why, 'resource_already_exists', 'lookup_key');
  }
  emulator.patch('price', holder.id, { lookup_key: null });
}

const recurring = z.strictObject({
  interval: z.enum(['month']),
  interval_count: naturalNumber.optional(),
  usage_type: z.enum(['licensed']).optional(),
});

export const priceEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/prices',
    params: z.strictObject({
      currency,
      unit_amount: naturalNumber.optional(),
      product: filledText.optional(),
      product_data: z
        .strictObject({ name: filledText, id: filledText.optional(), metadata: metadata.optional() })
        .optional(),
      recurring: recurring.optional(),
      lookup_key: text.optional(),
      transfer_lookup_key: flag.optional(),
      nickname: text.optional(),
      active: flag.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      if (params.unit_amount === undefined) throw missingParameter('unit_amount');
      if ((params.product === undefined) === (params.product_data === undefined)) {
        if (params.product === undefined) throw missingParameter('product');
        throw invalidRequest(
          'You may only specify one of these parameters: product, product_data.',
          undefined,
          'product',
        );
      }
      if ((params.recurring?.interval_count ?? 1) !== 1) {
        throw invalidRequest(
          'Invalid recurring[interval_count]: must be one of 1',
          undefined,
          'recurring[interval_count]',
        );
      }
      const key = params.lookup_key ?? null;
      claimLookupKey(emulator, key, params.transfer_lookup_key ?? false);
      const product = params.product_data
        ? newProduct(emulator, params.product_data)
        : emulator.required('product', params.product ?? '', 'product');
      const price: Price & Record<string, unknown> = {
        id: emulator.id('price'),
        object: 'price',
        active: params.active ?? true,
        billing_scheme: 'per_unit',
        created: emulator.now(),
        currency: params.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: key,
        metadata: mergeMetadata({}, params.metadata),
        nickname: params.nickname ?? null,
        product: product.id,
        recurring: params.recurring
          ? { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
          : null,
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: params.recurring ? 'recurring' : 'one_time',
        unit_amount: params.unit_amount,
        unit_amount_decimal: String(params.unit_amount),
      };
      emulator.store.put('price', price);
      emulator.emit('price.created', price);
      return price;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/prices',
    params: z.strictObject({
      active: flag.optional(),
      currency: currency.optional(),
      lookup_keys: listOf(filledText).optional(),
      product: filledText.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
      ...created,
      ...pagination,
    }),
    handle({ emulator, params }) {
      if ((params.lookup_keys?.length ?? 0) > 10) {
        throw invalidRequest('Array lookup_keys exceeded maximum 10 allowed elements.', undefined, 'lookup_keys');
      }
      const rows = emulator.store
        .all('price')
        .filter((row) => createdMatches(row.created, params.created))
        .filter((row) => params.active === undefined || row.active === params.active)
        .filter((row) => params.product === undefined || row.product === params.product)
        .filter((row) => params.type === undefined || row.type === params.type)
        .filter((row) => params.lookup_keys === undefined || params.lookup_keys.includes(row.lookup_key ?? ''));
      return listPage(rows, '/v1/prices', params);
    },
  }),
  readEndpoint('/v1/prices', 'price'),
  endpoint({
    method: 'POST',
    path: '/v1/prices/{id}',
    params: z.strictObject({
      active: flag.optional(),
      lookup_key: text.optional(),
      transfer_lookup_key: flag.optional(),
      nickname: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const before = emulator.required('price', ids.id ?? '');
      claimLookupKey(emulator, params.lookup_key ?? null, params.transfer_lookup_key ?? false, before.id);
      const price = emulator.patch('price', before.id, {
        active: params.active ?? before.active,
        lookup_key: params.lookup_key === undefined ? before.lookup_key : params.lookup_key,
        nickname: params.nickname === undefined ? before.nickname : params.nickname,
        metadata: mergeMetadata(before.metadata, params.metadata),
      });
      emulator.emit('price.updated', price, before);
      return price;
    },
  }),
];
