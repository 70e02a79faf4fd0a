import { z } from 'zod';
import { updateOrganizationBody } from '#shared/features/organizations/contract.ts';
import { wizardSurveyBody } from '#shared/features/surveys/contract.ts';

/** The survey's questions; industry and website belong to the organization here. */
const survey = wizardSurveyBody.omit({ industry: true, website_url: true, beta_user_id: true });

/** Step 1 of the wizard: both forms at once. */
export const profileSchema = updateOrganizationBody.safeExtend(survey.shape);

/** The two bodies the validated profile is sent as. */
export function splitProfile(profile: z.input<typeof profileSchema>) {
  return {
    organization: z.object(updateOrganizationBody.shape).parse(profile),
    survey: z.object(survey.shape).parse(profile),
  };
}
