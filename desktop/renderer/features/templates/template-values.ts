import type { TemplateContent } from '#shared/features/templates/contract.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { DISK_GB } from '#shared/features/workspaces/model.ts';

/** Left to whoever adds a workspace; null on the wire. */
export const OPEN = 'open';

/** A template's form: what it leaves open is `OPEN`, or an empty text or number. */
export interface TemplateValues extends Record<string, unknown> {
  name: string;
  roles: string[];
  content: {
    [Field in keyof Omit<TemplateContent, 'secrets' | 'language' | 'more_languages' | 'database'>]: string | number;
  } & { language: string; more_languages: string[]; database: string; secrets: string[] };
}

/** A new template sets language and database only. */
export function newValues(defaults: { language: string; database: string }): TemplateValues {
  return {
    name: '',
    roles: ['owner', 'admin', 'lead'],
    content: {
      ...defaults,
      more_languages: [],
      git_url: '',
      ide_image_id: OPEN,
      server_id: OPEN,
      cpu_cores: '',
      memory_gb: '',
      disk_gb: OPEN,
      port_3000: OPEN,
      port_3030: OPEN,
      use_ssl: OPEN,
      secrets: [],
    },
  };
}

/** What a workspace has, as a template of its name. */
export function valuesOfWorkspace(workspace: Workspace): TemplateValues {
  const shared = workspace.server_id === 'shared';
  const disk = DISK_GB.find((gb) => gb === workspace.disk_gb);
  return valuesOf({
    name: workspace.name,
    roles: newValues({ language: '', database: '' }).roles,
    content: {
      language: workspace.language,
      more_languages: workspace.more_languages,
      database: workspace.database,
      git_url: workspace.git_url,
      ide_image_id: workspace.ide_image_id,
      server_id: workspace.server_id,
      cpu_cores: shared ? null : workspace.cpu_cores,
      memory_gb: shared ? null : workspace.memory_gb,
      disk_gb: shared ? null : (disk ?? null),
      port_3000: workspace.port_3000,
      port_3030: workspace.port_3030,
      use_ssl: workspace.use_ssl,
      secrets: [],
    },
  });
}

export function valuesOf({
  name,
  roles,
  content,
}: {
  name: string;
  roles: string[];
  content: TemplateContent;
}): TemplateValues {
  return {
    name,
    roles,
    content: {
      ...content,
      more_languages: content.more_languages ?? [],
      git_url: content.git_url ?? '',
      ide_image_id: content.ide_image_id ?? OPEN,
      server_id: content.server_id ?? OPEN,
      cpu_cores: content.cpu_cores ?? '',
      memory_gb: content.memory_gb ?? '',
      disk_gb: content.disk_gb === null ? OPEN : String(content.disk_gb),
      port_3000: content.port_3000 ?? OPEN,
      port_3030: content.port_3030 ?? OPEN,
      use_ssl: content.use_ssl === null ? OPEN : String(content.use_ssl),
    },
  };
}

/** The body that saves it; resources count on hosts only. */
export function toBody({ name, roles, content }: TemplateValues): Record<string, unknown> {
  const chosen = <Value>(value: Value) => (value === OPEN || value === '' ? null : value);
  const shared = content.server_id === 'shared';
  const disk = chosen(content.disk_gb);
  const ssl = chosen(content.use_ssl);
  return {
    name,
    roles,
    content: {
      ...content,
      git_url: chosen(String(content.git_url).trim()),
      ide_image_id: chosen(content.ide_image_id),
      server_id: chosen(content.server_id),
      cpu_cores: shared ? null : chosen(content.cpu_cores),
      memory_gb: shared ? null : chosen(content.memory_gb),
      disk_gb: shared || disk === null ? null : Number(disk),
      port_3000: chosen(content.port_3000),
      port_3030: chosen(content.port_3030),
      use_ssl: ssl === null ? null : ssl === 'true',
    },
  };
}
