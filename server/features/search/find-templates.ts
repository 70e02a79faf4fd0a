import { and, eq, ilike, isNull, sql } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import { choose, languages } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { usableBy } from '../templates/index.ts';
import { templates, templateVersions } from '../templates/tables.ts';

/** By name: for owner and admins all of them, which they edit; for others those they may start a workspace from. */
export async function findTemplates(context: Context, pattern: string): Promise<SearchResult[]> {
  const { actor, db } = context;
  const manages = isManager(actor);
  const here = and(eq(templates.organizationId, actor.organizationId), isNull(templates.deletedAt));
  const visible = manages ? here : usableBy(actor);
  if (!visible) return [];
  const newest = and(eq(templateVersions.templateId, templates.id), eq(templateVersions.version, templates.version));
  const rows = await db
    .select({ id: templates.id, name: templates.name, content: templateVersions.content })
    .from(templates)
    .innerJoin(templateVersions, newest)
    .where(and(visible, ilike(templates.name, pattern)))
    .orderBy(sql`lower(${templates.name})`, templates.id)
    .limit(SEARCH_LIMITS.Templates);
  const options = rows.length > 0 ? await languages(context) : [];
  return rows.map(({ id, name, content }) => ({
    heading: name,
    icon: 'template',
    text: choose(options, content.language)?.text ?? content.language,
    url: manages ? `/templates/edit/${id}` : `/workspaces/add?template=${id}`,
  }));
}
