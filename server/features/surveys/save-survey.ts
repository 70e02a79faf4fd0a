import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { SETUP_COMPLETE } from '#shared/features/organizations/contract.ts';
import { type saveSurveyBody, wizardSurveyBody } from '#shared/features/surveys/contract.ts';
import { NotFound, Unauthenticated, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { takeAttempt } from '../auth/index.ts';
import type { Actor, PublicContext } from '../context.ts';
import { betaUsers, organizations, surveys } from '../people/tables.ts';

type SurveyInput = z.output<typeof saveSurveyBody>;
type Owner = { userId: string } | { betaUserId: string };

/**
 * Stores the answers of the signed-in user, or of an invited beta user without a session. Saving again replaces them.
 * @throws Unauthenticated with neither; NotFound for an unknown invitation; ValidationError in the wizard
 */
export async function saveSurvey(context: PublicContext, input: SurveyInput): Promise<void> {
  const { actor } = context;
  if (actor) await requireWizardAnswers(context, actor, input);
  const owner = actor ? { userId: actor.userId } : await invitedOwner(context, input.beta_user_id);
  const answers = {
    heardAboutFrom: input.heard_about_from ?? null,
    heardAboutLink: input.heard_about_link ?? null,
    mostImportantQualities: input.most_important_qualities ?? null,
    usageChoice: input.usage_choice ?? null,
    organizationSize: input.organization_size ?? null,
    languages: [...new Set(input.languages ?? [])],
    industry: input.industry ?? null,
    websiteUrl: input.website_url ?? null,
    updatedAt: context.clock.now(),
  };
  const id = newId();
  const target = 'userId' in owner ? surveys.userId : surveys.betaUserId;
  await context.db.transaction(async (tx) => {
    await tx
      .insert(surveys)
      .values({ id, ...owner, ...answers })
      .onConflictDoUpdate({ target, set: answers });
    await record(tx, context, { action: 'surveys.save', details: owner });
  });
}

/** Two answers are optional in the questionnaire and required in step 1 of the wizard. */
async function requireWizardAnswers({ db }: PublicContext, actor: Actor, input: SurveyInput): Promise<void> {
  if (actor.role !== 'owner') return;
  const [organization] = await db
    .select({ setupStep: organizations.setupStep })
    .from(organizations)
    .where(eq(organizations.id, actor.organizationId));
  if (!organization || organization.setupStep >= SETUP_COMPLETE) return;
  const parsed = wizardSurveyBody.safeParse(input);
  if (parsed.success) return;
  const fields = parsed.error.issues.map((issue) => [issue.path.join('.'), say('services.required')]);
  throw new ValidationError(Object.fromEntries(fields));
}

/** The questionnaire may come right after the sign-up, before the first login; then the answers are the new user's. */
async function invitedOwner(context: PublicContext, betaUserId: string | undefined): Promise<Owner> {
  if (!betaUserId) throw new Unauthenticated();
  await takeAttempt(context, 'survey-address', context.origin.ipAddress);
  const [invitation] = isId(betaUserId)
    ? await context.db
        .select({ id: betaUsers.id, userId: betaUsers.userId })
        .from(betaUsers)
        .where(eq(betaUsers.id, betaUserId))
    : [];
  if (!invitation) throw new NotFound();
  return invitation.userId ? { userId: invitation.userId } : { betaUserId: invitation.id };
}
