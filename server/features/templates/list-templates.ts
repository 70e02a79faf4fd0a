import { and, count, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { TemplateContent, TemplateOption, TemplateRow } from '#shared/features/templates/contract.ts';
import { containing } from '../../platform/containing.ts';
import type { Executor } from '../../platform/database.ts';
import { type ListInput, listOrder } from '../../platform/list-order.ts';
import { choose } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { isBound, requireTemplateManager, type TemplateRecord, usableBy } from './access.ts';
import { boundRoles } from './bind-roles.ts';
import { type Offer, problemsOf, readOffer } from './check-content.ts';
import { listDeletedTemplates } from './restore-template.ts';
import { templates, templateVersions } from './tables.ts';

const byName = sql`lower(${templates.name})`;
const SORTS = { name: byName, change_date: templates.changedAt } satisfies Record<string, PgColumn | SQL>;
const newest = and(eq(templateVersions.templateId, templates.id), eq(templateVersions.version, templates.version));

const selectTemplates = (executor: Executor) =>
  executor
    .select({ template: templates, content: templateVersions.content })
    .from(templates)
    .innerJoin(templateVersions, newest);

/** One page (16) of the organization's templates, by name by default. @throws Forbidden */
export async function listTemplates(context: Context, input: ListInput) {
  const { actor, db } = context;
  requireTemplateManager(actor);
  const here = and(eq(templates.organizationId, actor.organizationId), isNull(templates.deletedAt));
  const matches = and(here, input.search ? ilike(templates.name, containing(input.search)) : undefined);
  const [rows, [total], offer, bound, deleted] = await Promise.all([
    selectTemplates(db)
      .where(matches)
      .orderBy(...listOrder(SORTS, input, ['name', 'asc'], templates.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(templates).where(matches),
    readOffer(context),
    boundRoles(db, actor.organizationId),
    listDeletedTemplates(context),
  ]);
  const records = total?.records ?? 0;
  return { records, rows: rows.map((row) => presentRow(offer, row)), bound_roles: bound, deleted };
}

/** The templates that a person may use, by name, and whether they have to. */
export async function listTemplateOptions({ actor, db }: Pick<Context, 'actor' | 'db'>): Promise<{
  required: boolean;
  items: TemplateOption[];
}> {
  const usable = usableBy(actor);
  const [required, rows] = await Promise.all([
    isBound(db, actor),
    usable ? selectTemplates(db).where(usable).orderBy(byName, templates.id) : [],
  ]);
  const items = rows.map(({ template: { id, name, version }, content }) => ({
    ...{ value: id, text: name },
    ...{ version, content },
  }));
  return { required, items };
}

interface Found {
  template: TemplateRecord;
  content: TemplateContent;
}

/** What list and page have in common. */
export function presentTemplate(offer: Offer, { template, content }: Found) {
  return {
    id: template.id,
    templateID: template.id,
    name: template.name,
    version: template.version,
    roles: template.roles,
    problems: problemsOf(offer, content),
    change_date: template.changedAt.toISOString(),
  };
}

function presentRow(offer: Offer, found: Found): TemplateRow {
  const { language, more_languages: more = [], database, git_url } = found.content;
  return {
    ...presentTemplate(offer, found),
    language_name: [language, ...more].map((each) => choose(offer.languages, each)?.text ?? each).join(', '),
    database_name: choose(offer.databases, database)?.text ?? database,
    git_url,
  };
}
