import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '#shared/api/route.ts';
import {
  addBetaUser,
  getSurvey,
  listBetaUsers,
  resendBetaInvite,
  surveyLanguages,
} from '#shared/features/surveys/contract.ts';
import { call } from '../../lib/call.ts';

export const surveyLanguagesQuery = queryOptions({
  queryKey: ['users', 'survey-languages'],
  queryFn: ({ signal }) => call(surveyLanguages, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in person's answers so far. */
export const surveyQuery = queryOptions({
  queryKey: ['users', 'survey'],
  queryFn: ({ signal }) => call(getSurvey, { signal }),
});

const betaUsersKey = ['beta-users'] as const;

/** One page of the invitations to the beta programme. */
export function betaUsersQuery(page: number) {
  return queryOptions({
    queryKey: [...betaUsersKey, page],
    queryFn: ({ signal }) => call(listBetaUsers, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

export const addBetaUserMutation = mutationOptions({
  mutationFn: (body: RouteInput<typeof addBetaUser>['body']) => call(addBetaUser, { body }),
  meta: { stale: [betaUsersKey] },
});

export const resendBetaInviteMutation = mutationOptions({
  mutationFn: (id: string) => call(resendBetaInvite, { body: { id } }),
  meta: { stale: [betaUsersKey], awaited: true },
});
