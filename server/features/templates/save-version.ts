import type { TemplateContent } from '#shared/features/templates/contract.ts';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { templateVersions } from './tables.ts';

/** Keeps what a template says from this version on. */
export async function saveVersion(
  { actor, clock }: Context,
  tx: Transaction,
  of: { templateId: string; version: number; content: TemplateContent },
): Promise<void> {
  await tx.insert(templateVersions).values({ ...of, createdBy: actor.userId, createdAt: clock.now() });
}

/** Two templates with one name at once: the second gets the usual error. */
export function asNameError(error: unknown): unknown {
  return violatedConstraint(error) === 'templates_name'
    ? new ValidationError({ name: say('templates.nameTaken') })
    : error;
}
