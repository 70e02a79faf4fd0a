import { keepPreviousData, mutationOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import { startCharge } from '#shared/features/billing/cards.ts';
import {
  cancelDeleteOrganization,
  deleteOrganization,
  getBilling,
  getInvoice,
  listInvoices,
  payInvoice,
  removeUnusedUserLicenses,
  setSpendingCap,
} from '#shared/features/billing/contract.ts';
import { getOrganization } from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import { currentUserQuery } from '../auth/index.ts';

const billingKey = ['billing'] as const;

export const billingQuery = queryOptions({
  queryKey: [...billingKey, 'overview'],
  queryFn: ({ signal }) => call(getBilling, { signal }),
  meta: { page: true },
});

export function invoiceListQuery(query: RouteInput<typeof listInvoices>['query']) {
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

/** The secret of a new card setup: requested once per card form, and never cached. */
export const cardSetupQuery = queryOptions({
  queryKey: [...billingKey, 'card-setup'],
  queryFn: ({ signal }) => call(getOrganization, { query: { payment: 'true' }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Shorter than the ten minutes a price is valid. */
const PRICE_REFRESH_MS = 60_000;

/** The first charge of a card that starts the subscription, computed by the server; null while one runs. */
export const startChargeQuery = queryOptions({
  queryKey: [...billingKey, 'start-charge'],
  queryFn: ({ signal }) => call(startCharge, { signal }),
  select: ({ charge }) => charge,
  refetchInterval: PRICE_REFRESH_MS,
  staleTime: 0,
  gcTime: 0,
});

/** All billing data, and the user, who carries the organization's read-only flag, reload 250 ms after a change. */
const CHANGE = { stale: [billingKey, currentUserQuery.queryKey], staleAfterMs: 250 };

export const setSpendingCapMutation = mutationOptions({
  mutationFn: (cap: number | null) => call(setSpendingCap, { body: { monthly_cap: cap } }),
  meta: CHANGE,
});

export const payInvoiceMutation = mutationOptions({
  mutationFn: (id: string) => call(payInvoice, { body: { invoice_id: id } }),
  meta: CHANGE,
});

export const removeLicencesMutation = mutationOptions({
  mutationFn: () => call(removeUnusedUserLicenses),
  meta: CHANGE,
});

/** Ends service and payments at the end of the billing period, or cancels that. */
export const endServiceMutation = mutationOptions({
  mutationFn: async (end: boolean) => void (await call(end ? deleteOrganization : cancelDeleteOrganization)),
  meta: CHANGE,
});

/** A card set-up can be confirmed once. Drop it after the card was accepted; fetch a new one after a failure. */
export function useCardSetup() {
  const client = useQueryClient();
  return {
    taken: () => {
      client.removeQueries({ queryKey: cardSetupQuery.queryKey });
      setTimeout(() => CHANGE.stale.map((queryKey) => client.invalidateQueries({ queryKey })), CHANGE.staleAfterMs);
    },
    refused: () => client.invalidateQueries({ queryKey: cardSetupQuery.queryKey }),
  };
}
