import { mutationOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
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
import { fixedQuery, listQuery, pageQuery, routeQuery } from '../../lib/route-query.ts';
import { currentUserQuery } from '../auth/index.ts';

const billingKey = ['billing'] as const;

export const billingQuery = pageQuery([...billingKey, 'overview'], getBilling);

export const invoiceListQuery = listQuery([...billingKey, 'invoices'], listInvoices);

export const invoiceQuery = (id: string) =>
  pageQuery([...billingKey, 'invoice', id], getInvoice, { params: { invoiceID: id } });

/** The secret of a new card setup: requested once per card form, and never cached. */
export const cardSetupQuery = queryOptions({
  ...fixedQuery([...billingKey, 'card-setup'], getOrganization, { query: { payment: 'true' } }),
  gcTime: 0,
});

/** Shorter than the ten minutes a price is valid. */
const PRICE_REFRESH_MS = 60_000;

/** The first charge of a card that starts the subscription, computed by the server; null while one runs. */
export const startChargeQuery = queryOptions({
  ...routeQuery([...billingKey, 'start-charge'], startCharge),
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
