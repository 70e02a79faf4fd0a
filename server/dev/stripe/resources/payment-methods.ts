import { z } from 'zod';
import { TEST_TOKENS } from '../cards.ts';
import { type Emulator, mergeMetadata, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest, missingParameter, noSuch } from '../errors.ts';
import { listPage } from '../list.ts';
import type { PaymentMethod } from '../objects.ts';
import { address, expand, filledText, metadata, naturalNumber, pagination, text } from '../parameters.ts';
import { readEndpoint } from '../read-endpoints.ts';
import { attachPaymentMethod } from './attach-payment-method.ts';
import { existingCustomer } from './customers.ts';
import { newPaymentMethod } from './new-payment-method.ts';

const cardData = {
  type: z.enum(['card']),
  card: z
    .strictObject({
      number: filledText.optional(),
      exp_month: naturalNumber.optional(),
      exp_year: naturalNumber.optional(),
      cvc: filledText.optional(),
      token: filledText.optional(),
    })
    .optional(),
  billing_details: z
    .strictObject({
      address: address.optional(),
      email: text.optional(),
      name: text.optional(),
      phone: text.optional(),
    })
    .optional(),
  metadata: metadata.optional(),
};

function cardFromData(emulator: Emulator, data: z.output<z.ZodObject<typeof cardData>>): PaymentMethod {
  const { number, exp_month, exp_year, cvc, token } = data.card ?? {};
  const billing = sent(data.billing_details ?? {});
  if (token !== undefined) {
    const known = Object.hasOwn(TEST_TOKENS, token) ? TEST_TOKENS[token] : undefined;
    if (known === undefined) throw noSuch('token', token, 'card[token]');
    const nextYear = new Date(emulator.now() * 1000).getUTCFullYear() + 1;
    return newPaymentMethod(emulator, { number: known, exp_month: 12, exp_year: nextYear }, billing);
  }
  if (number === undefined) throw missingParameter('card[number]');
  if (exp_month === undefined) throw missingParameter('card[exp_month]');
  if (exp_year === undefined) throw missingParameter('card[exp_year]');
  const method = newPaymentMethod(emulator, { number, exp_month, exp_year, cvc }, billing);
  return emulator.patch('payment_method', method.id, { metadata: mergeMetadata({}, data.metadata) });
}

const listParams = z.strictObject({ type: z.enum(['card']).optional(), ...pagination });

export const paymentMethodEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/payment_methods',
    params: z.strictObject({ ...cardData, ...expand }),
    publishable: true,
    handle: ({ emulator, params }) => cardFromData(emulator, params),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_methods',
    params: z.strictObject({ ...listParams.shape, customer: filledText.optional() }),
    handle({ emulator, params }) {
      if (params.customer !== undefined) existingCustomer(emulator, params.customer);
      return listPage(methodsOf(emulator, params.customer), '/v1/payment_methods', params);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/customers/{id}/payment_methods',
    params: listParams,
    handle({ emulator, ids, params }) {
      const { id } = existingCustomer(emulator, ids.id ?? '', 'id');
      return listPage(methodsOf(emulator, id), `/v1/customers/${id}/payment_methods`, params);
    },
  }),
  readEndpoint('/v1/payment_methods', 'payment_method'),
  endpoint({
    method: 'POST',
    path: '/v1/payment_methods/{id}/attach',
    params: z.strictObject({ customer: filledText, ...expand }),
    handle({ emulator, ids, params }) {
      const customer = existingCustomer(emulator, params.customer);
      return attachPaymentMethod(emulator, ids.id ?? '', customer.id);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_methods/{id}/detach',
    params: z.strictObject(expand),
    handle({ emulator, ids }) {
      const before = emulator.required('payment_method', ids.id ?? '');
      if (before.customer === null) {
        const why = 'The payment method you provided is not attached to a customer so detachment is impossible.';
        throw invalidRequest(why, 'payment_method_unexpected_state', 'payment_method');
      }
      const customer = emulator.required('customer', before.customer);
      if (customer.invoice_settings.default_payment_method === before.id) {
        emulator.patch('customer', customer.id, {
          invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
        });
      }
      const detached = emulator.patch('payment_method', before.id, { customer: null });
      emulator.emit('payment_method.detached', detached, before);
      return detached;
    },
  }),
];

function methodsOf(emulator: Emulator, customer: string | undefined): PaymentMethod[] {
  return emulator.store.all('payment_method').filter((row) => row.customer === (customer ?? row.customer));
}
