import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  countries,
  getOrganization,
  industries,
  listShares,
  organizationList,
  states,
} from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';

export const organizationKey = ['organization'] as const;

export const organizationQuery = queryOptions({
  queryKey: [...organizationKey, 'profile'],
  queryFn: ({ signal }) => call(getOrganization, { signal }),
  meta: { page: true },
});

/** The organization with the secret of a fresh card set-up: asked for once per card form, and never kept. */
export const organizationPaymentQuery = queryOptions({
  queryKey: [...organizationKey, 'payment'],
  queryFn: ({ signal }) => call(getOrganization, { query: { payment: 'true' }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { page: true },
});

/** The organizations the person belongs to. */
export const organizationListQuery = queryOptions({
  queryKey: ['organizations', 'list'],
  queryFn: ({ signal }) => call(organizationList, { signal }),
});

/** Invitations to the product. */
export const sharesQuery = queryOptions({
  queryKey: ['organizations', 'shares'],
  queryFn: ({ signal }) => call(listShares, { signal }),
  meta: { page: true },
});

/** spec/2 §9: read again 250 ms after a share was added or resent. */
const RELOAD_DELAY_MS = 250;

export function useReloadShares(): () => void {
  const client = useQueryClient();
  return () => {
    setTimeout(() => void client.invalidateQueries({ queryKey: sharesQuery.queryKey }), RELOAD_DELAY_MS);
  };
}

/** These lists don't change while the page is open. */
const FIXED = { staleTime: Number.POSITIVE_INFINITY } as const;

export const industriesQuery = queryOptions({
  queryKey: [...organizationKey, 'industries'],
  queryFn: ({ signal }) => call(industries, { signal }),
  ...FIXED,
});

export const countriesQuery = queryOptions({
  queryKey: [...organizationKey, 'countries'],
  queryFn: ({ signal }) => call(countries, { signal }),
  ...FIXED,
});

export const statesQuery = queryOptions({
  queryKey: [...organizationKey, 'states'],
  queryFn: ({ signal }) => call(states, { signal }),
  ...FIXED,
});
