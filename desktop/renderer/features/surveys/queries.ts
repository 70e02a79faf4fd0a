import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSurvey, listBetaUsers, surveyLanguages } from '#shared/features/surveys/contract.ts';
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

export const betaUsersKey = ['beta-users'] as const;

/** One page of the invitations to the beta programme. */
export function betaUsersQuery(page: number) {
  return queryOptions({
    queryKey: [...betaUsersKey, page],
    queryFn: ({ signal }) => call(listBetaUsers, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}
