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
import { publicLinks } from '#shared/features/workspaces/ports.ts';
import { call } from '../../lib/call.ts';
import { fixedQuery, pageQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';
import { currentUserQuery } from '../auth/index.ts';
import { surveyQuery } from '../surveys/index.ts';

export const organizationKey = ['organization'] as const;

export const organizationQuery = pageQuery([...organizationKey, 'profile'], getOrganization);

/** The organization with the secret of a new card setup: requested once per card form, and never cached. */
export const organizationPaymentQuery = queryOptions({
  ...pageQuery([...organizationKey, 'payment'], getOrganization, { query: { payment: 'true' } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The organizations the person belongs to. */
export const organizationListQuery = routeQuery(['organizations', 'list'], organizationList);

/** Invitations to the product. */
export const sharesQuery = pageQuery(['organizations', 'shares'], listShares);

/** Shares reload 250 ms after one was added or resent. */
const SHARES_CHANGE = { stale: [sharesQuery.queryKey], staleAfterMs: 250 };

export const addShareMutation = sendsBody(addShare, SHARES_CHANGE);

export const resendShareMutation = mutationOptions({
  mutationFn: (id: string) => call(resendShare, { body: { id } }),
  meta: SHARES_CHANGE,
});

export const updateOrganizationMutation = sendsBody(updateOrganization, {
  stale: [organizationKey, currentUserQuery.queryKey],
});

export const publicLinksMutation = sendsBody(publicLinks, { stale: [organizationKey], awaited: true });

interface Profile {
  survey: RouteInput<typeof saveSurvey>['body'];
  organization: RouteInput<typeof updateOrganization>['body'];
}

/** Step 1 of the wizard. Finishing the step reloads the organization. */
export const saveProfileMutation = mutationOptions({
  mutationFn: async ({ survey, organization }: Profile) => {
    await call(saveSurvey, { body: survey });
    await call(updateOrganization, { body: organization });
  },
  meta: { stale: [surveyQuery.queryKey] },
});

export const industriesQuery = fixedQuery([...organizationKey, 'industries'], industries);
export const countriesQuery = fixedQuery([...organizationKey, 'countries'], countries);
export const statesQuery = fixedQuery([...organizationKey, 'states'], states);
