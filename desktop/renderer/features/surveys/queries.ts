import { queryOptions } from '@tanstack/react-query';
import { getSurvey, surveyLanguages } from '#shared/features/surveys/contract.ts';
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
