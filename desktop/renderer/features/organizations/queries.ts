import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import {
  addShare,
  countries,
  getOrganization,
  industries,
  listShares,
  organizationList,
  resendShare,
  states,
  updateOrganization,
} from '#shared/features/organizations/contract.ts';
import { saveSurvey } from '#shared/features/surveys/contract.ts';
import { call } from '../../lib/call.ts';
import { currentUserQuery } from '../auth/index.ts';
import { surveyQuery } from '../surveys/index.ts';

export const organizationKey = ['organization'] as const;

export const organizationQuery = queryOptions({
  queryKey: [...organizationKey, 'profile'],
  queryFn: ({ signal }) => call(getOrganization, { signal }),
  meta: { page: true },
});

/** The organization with the secret of a new card setup: requested once per card form, and never cached. */
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

/** Shares reload 250 ms after one was added or resent. */
const SHARES_CHANGE = { stale: [sharesQuery.queryKey], staleAfterMs: 250 };

export const addShareMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addShare>['body']) => call(addShare, { body }),
  meta: SHARES_CHANGE,
});

export const resendShareMutation = mutationOptions({
  mutationFn: (id: string) => call(resendShare, { body: { id } }),
  meta: SHARES_CHANGE,
});

type OrganizationBody = RouteInput<typeof updateOrganization>['body'];

export const updateOrganizationMutation = mutationOptions({
  mutationFn: (body: OrganizationBody) => call(updateOrganization, { body }),
  meta: { stale: [organizationKey, currentUserQuery.queryKey] },
});

interface Profile {
  survey: RouteInput<typeof saveSurvey>['body'];
  organization: OrganizationBody;
}

/** Step 1 of the wizard. Finishing the step reloads the organization. */
export const saveProfileMutation = mutationOptions({
  mutationFn: async ({ survey, organization }: Profile) => {
    await call(saveSurvey, { body: survey });
    await call(updateOrganization, { body: organization });
  },
  meta: { stale: [surveyQuery.queryKey] },
});

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
