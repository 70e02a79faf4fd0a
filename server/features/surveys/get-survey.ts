import { eq } from 'drizzle-orm';
import type { Survey } from '#shared/features/surveys/contract.ts';
import type { Context } from '../context.ts';
import { surveys } from '../people/tables.ts';
import { presentSurvey } from './presenter.ts';

/** The signed-in user's answers; empty if there are none yet. */
export async function getSurvey({ db, actor }: Context): Promise<Survey> {
  const [row] = await db.select().from(surveys).where(eq(surveys.userId, actor.userId));
  return presentSurvey(row);
}
