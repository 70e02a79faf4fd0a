import { eq } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockTemplate, requireTemplateManager } from './access.ts';
import { templates } from './tables.ts';

/** Workspaces made from it stay as they are. It can be had back for 24 hours. @throws Forbidden, NotFound */
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
