import { and, eq } from 'drizzle-orm';
import type { TemplateContent } from '#shared/features/templates/contract.ts';
import type { Executor } from '../../platform/database.ts';
import type { TemplateRecord } from './access.ts';
import { templateVersions } from './tables.ts';

/** What a template says at one of its versions. */
export async function contentOf(
  executor: Executor,
  { id, version }: Pick<TemplateRecord, 'id' | 'version'>,
): Promise<TemplateContent> {
  const [row] = await executor
    .select({ content: templateVersions.content })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, id), eq(templateVersions.version, version)));
  if (!row) throw new Error(`Template ${id} has no version ${version}`);
  return row.content;
}
