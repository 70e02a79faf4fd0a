import { z } from 'zod';
import { changeBalance } from '../billing/change-balance.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { type Emulator, mergeMetadata, randomText, sent } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import type { Address, Customer } from '../objects.ts';
import { address, expand, filledText, integer, metadata, text } from '../parameters.ts';
import { listEndpoint, readEndpoint } from '../read-endpoints.ts';
import { attachPaymentMethod } from './attach-payment-method.ts';

const fields = {
  name: text.optional(),
  email: text.optional(),
  phone: text.optional(),
  description: text.optional(),
  address: address.optional(),
  balance: integer.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  metadata: metadata.optional(),
  ...expand,
};

function customerFields(
  emulator: Emulator,
  params: z.output<z.ZodObject<typeof fields>>,
  customer: Customer,
): Partial<Customer> {
  const { name, email, phone, description, invoice_settings: settings } = params;
  const method = settings?.default_payment_method;
  if (
    method != null &&
    emulator.required('payment_method', method, 'invoice_settings[default_payment_method]').customer !== customer.id
  ) {
    const why = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`;
    throw invalidRequest(why, 'resource_missing', 'invoice_settings[default_payment_method]');
  }
  if (email != null && !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email_invalid', 'email');
  }
  return {
    ...sent({ name, email, phone, description }),
    ...(params.address === undefined ? {} : { address: wholeAddress(params.address) }),
    ...(method === undefined
      ? {}
      : { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
    metadata: mergeMetadata(customer.metadata, params.metadata),
  };
}

function wholeAddress(given: '' | { [K in keyof Address]?: string | null | undefined }): Address | null {
  if (given === '') return null;
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...sent(given) };
}

function newCustomer(emulator: Emulator): Customer & Record<string, unknown> {
  return {
    id: emulator.id('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: emulator.now(),
    currency: 'usd',
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

export const customerEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/customers',
    params: z.strictObject({ ...fields, payment_method: filledText.optional() }),
    handle({ emulator, params }) {
      const { payment_method: method, ...rest } = params;
      const blank = emulator.store.put('customer', newCustomer(emulator));
      if (method !== undefined) attachPaymentMethod(emulator, method, blank.id, 'payment_method');
      const customer = emulator.patch('customer', blank.id, customerFields(emulator, rest, blank));
      emulator.emit('customer.created', customer);
      return adjustBalance(emulator, customer, params.balance);
    },
  }),
  listEndpoint('/v1/customers', 'customer', { email: filledText.optional() }, {}, (row) => !row.deleted),
  readEndpoint('/v1/customers', 'customer'),
  endpoint({
    method: 'POST',
    path: '/v1/customers/{id}',
    params: z.strictObject(fields),
    handle({ emulator, ids, params }) {
      const before = existingCustomer(emulator, ids.id ?? '', 'id');
      const customer = emulator.patch('customer', before.id, customerFields(emulator, params, before));
      emulator.emit('customer.updated', customer, before);
      return adjustBalance(emulator, customer, params.balance);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/customers/{id}',
    params: z.strictObject({}),
    handle({ emulator, ids }) {
      const customer = existingCustomer(emulator, ids.id ?? '', 'id');
      for (const each of emulator.store.all('subscription')) {
        if (each.customer === customer.id && each.ended_at === null)
          endSubscription(emulator, each.id, 'cancellation_requested');
      }
      for (const { id, customer: owner, status } of emulator.store.all('invoice')) {
        const isPending = owner === customer.id && (status === 'draft' || status === 'open');
        const stopped = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
        if (isPending) emulator.patch('invoice', id, stopped);
      }
      emulator.emit('customer.deleted', customer);
      const { id, object } = customer;
      emulator.store.put('customer', { id, object, deleted: true } as Customer);
      return { id, object, deleted: true };
    },
  }),
];

/** @throws StripeRefusal for a deleted customer, which can only be read */
export function existingCustomer(emulator: Emulator, id: string, param = 'customer'): Customer {
  const customer = emulator.required('customer', id, param);
  if (customer.deleted)
    throw invalidRequest(`No such customer: '${id}'`, 'resource_missing', param, param === 'id' ? 404 : 400);
  return customer;
}

function adjustBalance(emulator: Emulator, customer: Customer, balance: number | undefined): Customer {
  if (balance === undefined || balance === customer.balance) return customer;
  changeBalance(emulator, { customer: customer.id, amount: balance - customer.balance, type: 'adjustment' });
  return emulator.required('customer', customer.id);
}
