import { and, count, eq, isNull } from 'drizzle-orm';
import type { TemplateInput } from '#shared/features/templates/contract.ts';
import { TEMPLATES_MAX } from '#shared/features/templates/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { requireTemplateManager } from './access.ts';
import { checkContent } from './check-content.ts';
import { asNameError, saveVersion } from './save-version.ts';
import { templates } from './tables.ts';

/** Its first version is 1. @throws Forbidden, Conflict (too many), ValidationError */
export async function addTemplate(context: Context, input: TemplateInput): Promise<{ id: string }> {
  const { actor, clock, db } = context;
  requireTemplateManager(actor);
  const { name } = input;
  const content = await checkContent(context, input.content);
  const id = newId();
  const now = clock.now();
  try {
    await db.transaction(async (tx) => {
      await mustFit(tx, actor.organizationId);
      const dates = { createdAt: now, changedAt: now };
      const roles = [...new Set(input.roles)];
      await tx
        .insert(templates)
        .values({ id, organizationId: actor.organizationId, name, roles, version: 1, ...dates });
      await saveVersion(context, tx, { templateId: id, version: 1, content });
      await record(tx, context, { action: 'templates.add', targetId: id, details: { name } });
    });
  } catch (error) {
    throw asNameError(error);
  }
  return { id };
}

/** @throws Conflict if there would be too many; two at once wait for each other */
export async function mustFit(tx: Transaction, organizationId: string): Promise<void> {
  await holdNamedLock(tx, `templates.${organizationId}`);
  const [held] = await tx
    .select({ count: count() })
    .from(templates)
    .where(and(eq(templates.organizationId, organizationId), isNull(templates.deletedAt)));
  if ((held?.count ?? 0) >= TEMPLATES_MAX) {
    throw new Conflict(say('templates.limit', { count: TEMPLATES_MAX }));
  }
}
