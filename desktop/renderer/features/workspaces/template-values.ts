import type { TemplateOption } from '#shared/features/templates/contract.ts';
import type { AddWorkspaceValues } from './choices.ts';
import { DEFAULT_CHOICES } from './choices.ts';

/** Does the chosen template set this field? */
export function isFixed({ fixed }: Record<string, unknown>, field: string): boolean {
  return Array.isArray(fixed) && fixed.includes(field);
}

/** What a form has at first where a template no longer sets it. */
const USUAL: Record<string, unknown> = { ...DEFAULT_CHOICES, git_url: '', ide_image_id: 'vscode', server_id: 'shared' };

/** The form without its template; languages and database stay as a suggestion. */
export function withoutTemplate(values: Pick<AddWorkspaceValues, 'fixed'>): Partial<AddWorkspaceValues> {
  const usual = values.fixed.filter((field) => field in USUAL).map((field) => [field, USUAL[field]]);
  return { ...Object.fromEntries(usual), template_id: '', template_version: 0, fixed: [] };
}

/** What choosing a template puts into the form. */
export function templateValues(
  { value, version, content }: TemplateOption,
  values: Pick<AddWorkspaceValues, 'fixed'> = { fixed: [] },
): Partial<AddWorkspaceValues> {
  const { secrets: _, ...fields } = content;
  const set = Object.entries({ more_languages: [], ...fields }).filter(([, each]) => each !== null);
  return {
    ...withoutTemplate(values),
    ...Object.fromEntries(set),
    deployment_type: 'new_container',
    with_sample: false,
    template_id: value,
    template_version: version,
    fixed: set.map(([field]) => field),
  };
}
