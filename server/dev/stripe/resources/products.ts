import { z } from 'zod';
import { type Emulator, mergeMetadata, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { createdMatches, listPage } from '../list.ts';
import type { Product } from '../objects.ts';
import { created, expand, filledText, flag, listOf, metadata, pagination, text } from '../parameters.ts';

export function newProduct(emulator: Emulator, input: { id?: string | undefined; name: string }): Product {
  if (input.id !== undefined && emulator.store.find('product', input.id) !== undefined) {
    throw invalidRequest(`Product already exists.`, 'resource_already_exists', 'id');
  }
  const now = emulator.now();
  const product: Product & Record<string, unknown> = {
    id: input.id ?? emulator.id('prod', 14),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  };
  return emulator.store.put('product', product);
}

export const productEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/products',
    params: z.strictObject({
      name: filledText,
      id: filledText.optional(),
      active: flag.optional(),
      description: text.optional(),
      unit_label: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      const { expand: _expand, metadata: given, id, name, ...rest } = params;
      const blank = newProduct(emulator, { id, name });
      const product = emulator.patch('product', blank.id, { ...sent(rest), metadata: mergeMetadata({}, given) });
      emulator.emit('product.created', product);
      return product;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/products',
    params: z.strictObject({
      active: flag.optional(),
      ids: listOf(filledText).optional(),
      ...created,
      ...pagination,
    }),
    handle({ emulator, params }) {
      const rows = emulator.store
        .all('product')
        .filter((row) => createdMatches(row.created, params.created))
        .filter((row) => params.active === undefined || row.active === params.active)
        .filter((row) => params.ids === undefined || params.ids.includes(row.id));
      return listPage(rows, '/v1/products', params);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/products/{id}',
    params: z.strictObject(expand),
    handle: ({ emulator, ids }) => emulator.required('product', ids.id ?? ''),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/products/{id}',
    params: z.strictObject({
      name: filledText.optional(),
      active: flag.optional(),
      description: text.optional(),
      unit_label: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const { expand: _expand, metadata: given, ...rest } = params;
      const before = emulator.required('product', ids.id ?? '');
      const product = emulator.patch('product', before.id, {
        ...sent(rest),
        metadata: mergeMetadata(before.metadata, given),
        updated: emulator.now(),
      });
      emulator.emit('product.updated', product, before);
      return product;
    },
  }),
];
