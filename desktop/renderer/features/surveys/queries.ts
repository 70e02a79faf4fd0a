import { mutationOptions } from '@tanstack/react-query';
import {
  addBetaUser,
  getSurvey,
  listBetaUsers,
  resendBetaInvite,
  surveyLanguages,
} from '#shared/features/surveys/contract.ts';
import { call } from '../../lib/call.ts';
import { fixedQuery, listQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';

export const surveyLanguagesQuery = fixedQuery(['users', 'survey-languages'], surveyLanguages);

/** The signed-in person's answers so far. */
export const surveyQuery = routeQuery(['users', 'survey'], getSurvey);

const betaUsersKey = ['beta-users'] as const;

/** The invitations to the beta programme. */
export const betaUsersQuery = listQuery(betaUsersKey, listBetaUsers);

export const addBetaUserMutation = sendsBody(addBetaUser, { stale: [betaUsersKey] });

export const resendBetaInviteMutation = mutationOptions({
  mutationFn: (id: string) => call(resendBetaInvite, { body: { id } }),
  meta: { stale: [betaUsersKey], awaited: true },
});
