import { and, desc, eq, gt } from 'drizzle-orm';
import type { DeletedThing } from '#shared/api/envelope.ts';
import { keptSince, presentDeleted } from '#shared/api/undo.ts';
import { violatedConstraint } from '../../platform/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockTemplate, requireTemplateManager } from './access.ts';
import { mustFit } from './add-template.ts';
import { templates } from './tables.ts';

/**
 * Takes a deletion back within 24 hours: the same template, with its versions. Succeeds if it isn't deleted.
 * @throws Forbidden; NotFound, also once it is gone; Conflict if its name is taken, or there are too many
 */
export async function restoreTemplate(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  requireTemplateManager(actor);
  let name = '';
  try {
    await db.transaction(async (tx) => {
      const template = await lockTemplate(tx, actor, input.id);
      const { id, deletedAt } = template;
      // Pressed twice: it is back already.
      if (!deletedAt) return;
      if (deletedAt <= keptSince(clock.now())) throw new NotFound();
      name = template.name;
      await mustFit(tx, actor.organizationId);
      await tx.update(templates).set({ deletedAt: null }).where(eq(templates.id, id));
      await record(tx, context, { action: 'templates.restore', targetId: id, details: { name } });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'templates_name') throw error;
    throw new Conflict(say('templates.nameTakenMeanwhile', { name }));
  }
}

/** So many deleted ones are listed; adding and deleting in turn makes no longer list. */
const LISTED_MAX = 100;

/** Deleted ones that can still be had back, newest first. */
export async function listDeletedTemplates({
  actor,
  clock,
  db,
}: Pick<Context, 'actor' | 'clock' | 'db'>): Promise<DeletedThing[]> {
  const here = eq(templates.organizationId, actor.organizationId);
  const rows = await db
    .select({ id: templates.id, name: templates.name, deletedAt: templates.deletedAt })
    .from(templates)
    .where(and(here, gt(templates.deletedAt, keptSince(clock.now()))))
    .orderBy(desc(templates.deletedAt), desc(templates.id))
    .limit(LISTED_MAX);
  return rows.flatMap(({ deletedAt, ...row }) => (deletedAt ? [presentDeleted({ ...row, deletedAt })] : []));
}
