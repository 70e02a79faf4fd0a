import { z } from 'zod';
import { changeBalance } from '../billing/change-balance.ts';
import { mergeMetadata } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { noSuch } from '../errors.ts';
import { createdMatches, listPage } from '../list.ts';
import { created, currency, expand, filledText, integer, metadata, pagination, text } from '../parameters.ts';
import { existingCustomer } from './customers.ts';

export const balanceTransactionEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/customers/{id}/balance_transactions',
    params: z.strictObject({
      amount: integer,
      currency,
      description: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const customer = existingCustomer(emulator, ids.id ?? '', 'id');
      return changeBalance(emulator, {
        customer: customer.id,
        amount: params.amount,
        type: 'adjustment',
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/customers/{id}/balance_transactions',
    params: z.strictObject({ invoice: filledText.optional(), ...created, ...pagination }),
    handle({ emulator, ids, params }) {
      const customer = emulator.required('customer', ids.id ?? '');
      const rows = emulator.store
        .all('balance_transaction')
        .filter((row) => row.customer === customer.id && createdMatches(row.created, params.created))
        .filter((row) => params.invoice === undefined || row.invoice === params.invoice);
      return listPage(rows, `/v1/customers/${customer.id}/balance_transactions`, params);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/customers/{customerId}/balance_transactions/{id}',
    params: z.strictObject(expand),
    handle({ emulator, ids }) {
      const row = emulator.required('balance_transaction', ids.id ?? '');
      if (row.customer !== ids.customerId) throw noSuch('customer_balance_transaction', row.id, 'id');
      return row;
    },
  }),
];
