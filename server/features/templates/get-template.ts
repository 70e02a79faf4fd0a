import { and, eq, isNull } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Template, TemplateContent } from '#shared/features/templates/contract.ts';
import { readRepositoryAddress } from '#shared/features/workspaces/repository-address.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { missingSecrets } from '../secrets/index.ts';
import { type TemplateRecord, usableBy } from './access.ts';
import { readOffer } from './check-content.ts';
import { presentTemplate } from './list-templates.ts';
import { contentOf } from './read-content.ts';
import { templates } from './tables.ts';

/** One template as it is now: for owner and admins, and for those who may use it. @throws NotFound */
export async function getTemplate(context: Context, input: { id: string }): Promise<Template> {
  const { actor, db } = context;
  const here = and(eq(templates.organizationId, actor.organizationId), isNull(templates.deletedAt));
  const visible = isManager(actor) ? here : usableBy(actor);
  const [template] =
    visible && isId(input.id)
      ? await db
          .select()
          .from(templates)
          .where(and(eq(templates.id, input.id), visible))
      : [];
  if (!template) throw new NotFound();
  const content = await contentOf(db, template);
  const gitUrl = content.git_url === null ? null : readRepositoryAddress(content.git_url).url;
  const { organizationId, userId } = actor;
  const [offer, missing] = await Promise.all([
    readOffer(context),
    missingSecrets(db, { organizationId, userId, gitUrl }, content.secrets),
  ]);
  return { ...presentTemplate(offer, { template, content }), content, missing_secrets: missing };
}

/** What a new workspace takes from a template: its content now, with the version. @throws NotFound */
export async function takeTemplate(
  { actor, db }: Context,
  id: string,
): Promise<Pick<TemplateRecord, 'id' | 'name' | 'version'> & { content: TemplateContent }> {
  const usable = usableBy(actor);
  const [template] =
    usable && isId(id)
      ? await db
          .select()
          .from(templates)
          .where(and(eq(templates.id, id), usable))
      : [];
  if (!template) throw new NotFound();
  return { ...template, content: await contentOf(db, template) };
}
