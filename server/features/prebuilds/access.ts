import { and, eq, type InferSelectModel, isNull } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { TemplateContent } from '#shared/features/templates/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Actor, Context } from '../context.ts';
import { contentOf } from '../templates/index.ts';
import { templates } from '../templates/tables.ts';
import { prebuilds } from './tables.ts';

export type PrebuildRecord = InferSelectModel<typeof prebuilds>;
type TemplateRecord = InferSelectModel<typeof templates>;

/** A template of the organization with what it says now. @throws Forbidden, NotFound */
export async function findTemplate(
  executor: Executor,
  actor: Pick<Actor, 'organizationId' | 'role'>,
  id: string,
  options: { lock?: boolean } = {},
): Promise<{ template: TemplateRecord; content: TemplateContent }> {
  if (!isManager(actor)) throw new Forbidden(say('templates.managersOnly'));
  const here = and(
    eq(templates.id, id),
    eq(templates.organizationId, actor.organizationId),
    isNull(templates.deletedAt),
  );
  const query = executor.select().from(templates).where(here).$dynamic();
  const [template] = isId(id) ? await (options.lock ? query.for('update') : query) : [];
  if (!template) throw new NotFound();
  return { template, content: await contentOf(executor, template) };
}

export async function prebuildOf(executor: Executor, templateId: string): Promise<PrebuildRecord | null> {
  const [row] = await executor.select().from(prebuilds).where(eq(prebuilds.templateId, templateId));
  return row ?? null;
}

/** One that is on, of a template that the person manages; locked. @throws Forbidden, NotFound, Conflict */
export async function lockOn(executor: Executor, { actor }: Pick<Context, 'actor'>, templateId: string) {
  const { template, content } = await findTemplate(executor, actor, templateId, { lock: true });
  const prebuild = await prebuildOf(executor, template.id);
  if (!prebuild?.on) throw new Conflict(say('prebuilds.off'));
  return { template, content, prebuild };
}

/** Why no copy of such a template can be prepared; null if one can. */
export function whyUnsuitable({ git_url, server_id }: TemplateContent): string | null {
  if (git_url === null) return say('prebuilds.noRepository');
  return server_id === null || server_id === 'shared' ? null : say('prebuilds.onHost');
}
