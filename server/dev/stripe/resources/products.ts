import { z } from 'zod';
import { type Emulator, mergeMetadata, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import type { Product } from '../objects.ts';
import { expand, filledText, flag, listOf, metadata, text } from '../parameters.ts';
import { listEndpoint, readEndpoint } from '../read-endpoints.ts';

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
  listEndpoint(
    '/v1/products',
    'product',
    { active: flag.optional() },
    { ids: listOf(filledText).optional() },
    (row, { ids }) => ids === undefined || ids.includes(row.id),
  ),
  readEndpoint('/v1/products', 'product'),
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
