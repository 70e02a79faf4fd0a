import type { Survey } from '#shared/features/surveys/contract.ts';

/** The survey as a form holds it: an empty text if nothing is chosen. */
export interface SurveyValues extends Record<string, unknown> {
  heard_about_from: string;
  heard_about_link: string;
  most_important_qualities: string;
  usage_choice: string;
  organization_size: string;
  languages: string[];
}

/** The values of a new form, or the earlier answers. */
export function emptySurvey(answers?: Survey): SurveyValues {
  return {
    heard_about_from: answers?.heard_about_from ?? '',
    heard_about_link: answers?.heard_about_link ?? '',
    most_important_qualities: answers?.most_important_qualities ?? '',
    usage_choice: answers?.usage_choice ?? '',
    organization_size: answers?.organization_size ?? '',
    languages: answers?.languages ?? [],
  };
}
