import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { TemplateContent } from '#shared/features/templates/contract.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { Executor } from '../../platform/database.ts';
import { NotFound, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Actor, Context } from '../context.ts';
import { contentOf, isBound, takeTemplate } from '../templates/index.ts';
import { templates } from '../templates/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import type { AddInput } from './add-input.ts';

/** Where a new workspace's values come from. */
export interface Origin {
  id: string;
  name: string;
  version: number;
}

type Fixable = Exclude<keyof TemplateContent, 'secrets'>;
/** The fields of a form that a template can fix, and what the verb calls them. */
const FIELDS = {
  language: 'language',
  more_languages: 'moreLanguages',
  database: 'database',
  git_url: 'gitUrl',
  ide_image_id: 'ide',
  server_id: 'serverId',
  cpu_cores: 'cpuCores',
  memory_gb: 'memoryGb',
  disk_gb: 'diskGb',
  port_3000: 'port3000',
  port_3030: 'port3030',
  use_ssl: 'useSsl',
} as const satisfies Record<Fixable, keyof AddInput>;
const NAMES = Object.keys(FIELDS) as Fixable[];
const RESOURCES: readonly Fixable[] = ['cpu_cores', 'memory_gb', 'disk_gb'];

const FIXED = say('templates.fixed');

/**
 * Fills in what the template says. A different value for it is refused, never ignored.
 * @throws ValidationError for somebody who must use a template and names none, or one that isn't there for them
 */
export async function fillFromTemplate(
  context: Context,
  input: AddInput,
): Promise<{ filled: AddInput & { serverId: string }; origin: Origin | null }> {
  const { templateId } = input;
  if (!templateId) {
    if (!input.madeFrom && (await isBound(context.db, context.actor))) {
      throw new ValidationError({ template_id: say('templates.required') });
    }
    return { filled: { ...input, serverId: input.serverId ?? 'shared' }, origin: null };
  }
  if (input.snapshotId) {
    throw new ValidationError({ template_id: say('templates.orSnapshot') });
  }
  const template = await takeTemplate(context, templateId).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
    throw new ValidationError({ template_id: say('templates.missing') });
  });
  const { content: stored, ...origin } = template;
  const content = { ...stored, more_languages: stored.more_languages ?? [] };
  const serverId = content.server_id ?? input.serverId ?? 'shared';
  const applies = NAMES.filter(
    (name) => content[name] !== null && !(serverId === 'shared' && RESOURCES.includes(name)),
  );
  const fields: Record<string, string> = {};
  for (const name of applies) {
    const given = input[FIELDS[name]];
    if (given !== undefined && !isDeepStrictEqual(given, content[name])) fields[name] = FIXED;
  }
  if (content.git_url !== null && input.sample) fields.sample = FIXED;
  if (content.git_url !== null && input.gitRef) fields.git_ref = FIXED;
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  const set = Object.fromEntries(applies.map((name) => [FIELDS[name], content[name]]));
  return { filled: { ...input, ...set, serverId }, origin };
}

/** Errors about what only the template says are told about the template, which the person chose. */
export function blameTemplate(fields: Record<string, string>): Record<string, string> {
  if (!NAMES.some((name) => name in fields)) return fields;
  return {
    template_id: say('templates.outdated'),
    ...fields,
  };
}

const COLUMNS: Partial<Record<keyof WorkspaceRecord, Fixable>> = {
  cpuCores: 'cpu_cores',
  memoryMb: 'memory_gb',
  diskGb: 'disk_gb',
  port3000: 'port_3000',
  port3030: 'port_3030',
  useSsl: 'use_ssl',
  serverId: 'server_id',
};

/** Who must use templates doesn't change afterwards what theirs set. @throws ValidationError */
export async function mustKeepTemplate(
  executor: Executor,
  actor: Actor,
  { templateId, templateVersion }: WorkspaceRecord,
  set: Partial<WorkspaceRecord>,
): Promise<void> {
  if (templateId === null || templateVersion === null || !(await isBound(executor, actor))) return;
  const content = await contentOf(executor, { id: templateId, version: templateVersion });
  const changed = Object.entries(COLUMNS).filter(([column, name]) => column in set && content[name] !== null);
  if (changed.length > 0) throw new ValidationError(Object.fromEntries(changed.map(([, name]) => [name, FIXED])));
}

/** What a workspace was made from, as its page says it. */
export async function templateOf(
  executor: Executor,
  { templateId, templateVersion }: Pick<WorkspaceRecord, 'templateId' | 'templateVersion'>,
): Promise<Workspace['template']> {
  if (templateId === null || templateVersion === null) return null;
  const [template] = await executor.select().from(templates).where(eq(templates.id, templateId));
  if (!template) return null;
  const { id, name, version, deletedAt } = template;
  return { id, name, version: templateVersion, latest: deletedAt ? null : version };
}
