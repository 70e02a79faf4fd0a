import * as contract from '#shared/features/surveys/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addBetaUser } from './add-beta-user.ts';
import { getSurvey } from './get-survey.ts';
import { listBetaUsers } from './list-beta-users.ts';
import { resendBetaInvite } from './resend-beta-invite.ts';
import { saveSurvey } from './save-survey.ts';
import { SURVEY_LANGUAGES } from './survey-languages.ts';

export const surveyRoutes: RegisterRoutes = (mount) => {
  mount(contract.surveyLanguages, async () => ({ languages: [...SURVEY_LANGUAGES] }));

  mount(contract.getSurvey, (context) => getSurvey(context));

  mount(contract.saveSurvey, async (context, { body }) => {
    await saveSurvey(context, body);
    return { success: true as const };
  });

  mount(contract.listBetaUsers, (context, { query }) => listBetaUsers(context, query));

  mount(contract.addBetaUser, async (context, { body }) => ({
    success: true as const,
    id: await addBetaUser(context, body),
  }));

  mount(contract.resendBetaInvite, async (context, { body }) => {
    await resendBetaInvite(context, body);
    return { success: true as const };
  });
};
