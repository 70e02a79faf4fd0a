import { eq } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockTemplate, requireTemplateManager } from './access.ts';
import { mustFit } from './add-template.ts';
import { asNameError } from './save-version.ts';
import { templates } from './tables.ts';

/** Workspaces made from it stay as they are. @throws Forbidden, NotFound */
export async function deleteTemplate(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  requireTemplateManager(actor);
  await db.transaction(async (tx) => {
    const { id, name, deletedAt } = await lockTemplate(tx, actor, input.id);
    if (deletedAt) throw new NotFound();
    await tx.update(templates).set({ deletedAt: clock.now() }).where(eq(templates.id, id));
    await record(tx, context, { action: 'templates.delete', targetId: id, details: { name } });
  });
}

/** The same template again, with its versions. @throws Forbidden, NotFound, Conflict (too many), ValidationError (name) */
export async function restoreTemplate(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  requireTemplateManager(actor);
  try {
    await db.transaction(async (tx) => {
      await mustFit(tx, actor.organizationId);
      const { id, name, deletedAt } = await lockTemplate(tx, actor, input.id);
      // Pressed twice: it is back already.
      if (!deletedAt) return;
      await tx.update(templates).set({ deletedAt: null }).where(eq(templates.id, id));
      await record(tx, context, { action: 'templates.restore', targetId: id, details: { name } });
    });
  } catch (error) {
    throw asNameError(error);
  }
}
