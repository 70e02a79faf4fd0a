import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { TemplateInput } from '#shared/features/templates/contract.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockTemplate, requireTemplateManager } from './access.ts';
import { checkContent } from './check-content.ts';
import { contentOf } from './read-content.ts';
import { asNameError, saveVersion } from './save-version.ts';
import { templates } from './tables.ts';

/**
 * Other content makes a new version; a new name or other roles don't. Workspaces made from it stay as they are.
 * @throws Forbidden, NotFound, ValidationError, Conflict if somebody changed it meanwhile
 */
export async function updateTemplate(
  context: Context,
  input: TemplateInput & { id: string; version: number; change_date: string },
): Promise<void> {
  const { actor, clock, db } = context;
  requireTemplateManager(actor);
  const content = await checkContent(context, input.content);
  try {
    await db.transaction(async (tx) => {
      const template = await lockTemplate(tx, actor, input.id);
      if (template.deletedAt) throw new NotFound();
      if (template.version !== input.version || template.changedAt.toISOString() !== input.change_date) {
        throw new Conflict(say('templates.changedMeanwhile'));
      }
      const changed = !isDeepStrictEqual(content, await contentOf(tx, template));
      const version = template.version + (changed ? 1 : 0);
      if (changed) await saveVersion(context, tx, { templateId: template.id, version, content });
      const { name } = input;
      const set = { name, roles: [...new Set(input.roles)], version, changedAt: clock.now() };
      await tx.update(templates).set(set).where(eq(templates.id, template.id));
      await record(tx, context, { action: 'templates.update', targetId: template.id, details: { name, version } });
    });
  } catch (error) {
    throw asNameError(error);
  }
}
