import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { startCharge } from '#shared/features/billing/cards.ts';
import { getBilling, getInvoice, listInvoices } from '#shared/features/billing/contract.ts';
import { getOrganization } from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import { currentUserQuery } from '../auth/index.ts';

const billingKey = ['billing'] as const;

/** spec/2 §4: read again 250 ms after a change of the payment method. */
const RELOAD_DELAY_MS = 250;

export const billingQuery = queryOptions({
  queryKey: [...billingKey, 'overview'],
  queryFn: ({ signal }) => call(getBilling, { signal }),
  meta: { page: true },
});

export interface InvoiceListQuery {
  page: string;
  sort?: string | undefined;
  sortDir?: 'asc' | 'desc' | undefined;
}

export function invoiceListQuery(query: InvoiceListQuery) {
  return queryOptions({
    queryKey: [...billingKey, 'invoices', query],
    queryFn: ({ signal }) => call(listInvoices, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: [...billingKey, 'invoice', id],
    queryFn: ({ signal }) => call(getInvoice, { params: { invoiceID: id }, signal }),
    meta: { page: true },
  });
}

/** The secret of a fresh card set-up: asked for once per card form, and never kept. */
export const cardSetupQuery = queryOptions({
  queryKey: [...billingKey, 'card-setup'],
  queryFn: ({ signal }) => call(getOrganization, { query: { payment: 'true' }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Shorter than the ten minutes that a price is good for. */
const PRICE_REFRESH_MS = 60_000;

/** What the card that starts the subscription is charged, by the server; null while one runs. */
export const startChargeQuery = queryOptions({
  queryKey: [...billingKey, 'start-charge'],
  queryFn: ({ signal }) => call(startCharge, { signal }),
  select: ({ charge }) => charge,
  refetchInterval: PRICE_REFRESH_MS,
  staleTime: 0,
  gcTime: 0,
});

/** Loads everything about money again, a moment after a change. */
export function useReloadBilling(): () => void {
  const client = useQueryClient();
  return () => {
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: billingKey });
      // Whether the organization is read-only stands with the user.
      void client.invalidateQueries(currentUserQuery);
    }, RELOAD_DELAY_MS);
  };
}
