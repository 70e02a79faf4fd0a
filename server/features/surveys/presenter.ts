import { type Survey, surveySchema } from '#shared/features/surveys/contract.ts';
import type { surveys } from '../people/tables.ts';

const choices = surveySchema.shape;

/** The public answers. A choice that is no longer offered counts as unanswered. */
export function presentSurvey(row: typeof surveys.$inferSelect | undefined): Survey {
  return {
    heard_about_from: choices.heard_about_from.catch(null).parse(row?.heardAboutFrom ?? null),
    heard_about_link: row?.heardAboutLink ?? null,
    most_important_qualities: row?.mostImportantQualities ?? null,
    usage_choice: choices.usage_choice.catch(null).parse(row?.usageChoice ?? null),
    organization_size: choices.organization_size.catch(null).parse(row?.organizationSize ?? null),
    languages: row?.languages ?? [],
  };
}
