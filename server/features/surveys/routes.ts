import * as contract from '#shared/features/surveys/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { getSurvey } from './get-survey.ts';
import { saveSurvey } from './save-survey.ts';
import { SURVEY_LANGUAGES } from './survey-languages.ts';

export const surveyRoutes: RegisterRoutes = (mount) => {
  mount(contract.surveyLanguages, async () => ({ languages: [...SURVEY_LANGUAGES] }));

  mount(contract.getSurvey, (context) => getSurvey(context));

  mount(contract.saveSurvey, async (context, { body }) => {
    await saveSurvey(context, body);
    return { success: true as const };
  });
};
