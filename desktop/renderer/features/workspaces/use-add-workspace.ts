import { addWorkspaceBody } from '#shared/features/workspaces/contract.ts';
import { sampleOf } from '#shared/features/workspaces/samples.ts';
import { useSend } from '../../lib/use-send.ts';
import { type ApiForm, useApiForm, withoutEmpty } from '../../ui/use-api-form.ts';
import { type AddWorkspaceValues, DEFAULT_CHOICES, withoutResources } from './choices.ts';
import type { Prefilled } from './prefilled.ts';
import { addWorkspaceMutation } from './queries.ts';
import { isFixed } from './template-values.ts';

interface AddWorkspaceOptions {
  userId: string;
  defaults: Partial<Prefilled> & Pick<Prefilled, 'language' | 'database'>;
  /** Starts from this snapshot, which has its own language and database. */
  snapshotId?: string | undefined;
  /** What a template that the address names puts into the form. */
  template?: Partial<AddWorkspaceValues> | undefined;
  onAdded: (workspaceId: string) => unknown;
}

/** The form of a new workspace with its defaults, and sending it. */
export function useAddWorkspace({ userId, defaults, snapshotId, template, onAdded }: AddWorkspaceOptions): {
  api: ApiForm<AddWorkspaceValues, typeof addWorkspaceBody>;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
} {
  const add = useSend(addWorkspaceMutation);
  const api = useApiForm<AddWorkspaceValues, typeof addWorkspaceBody>({
    // Another badge is another form.
    draft: `add-workspace${window.location.search}`,
    lasting: true,
    schema: addWorkspaceBody,
    initialValues: {
      name: '',
      user_id: userId,
      ssh_key_id: '',
      server_id: 'shared',
      deployment_type: snapshotId ? 'snapshot' : 'new_container',
      snapshot_id: snapshotId ?? '',
      git_url: '',
      more_languages: [],
      with_sample: false,
      template_id: '',
      template_version: 0,
      fixed: [],
      ide_image_id: 'vscode',
      ...defaults,
      ...DEFAULT_CHOICES,
      ...template,
    },
    toBody,
  });
  const onSubmit = api.submit(async (_, body) => {
    const { id } = await add(body);
    await onAdded(id);
  });
  return { api, onSubmit };
}

/** Only the fields of the chosen deployment type, and not what the template sets: the server fills that in. */
function toBody(values: AddWorkspaceValues): Record<string, unknown> {
  const { snapshot_id, language, more_languages, database, git_url, with_sample, template_id, ...others } = values;
  const { template_version: _version, fixed: _fixed, ...rest } = others;
  const sample = with_sample && !git_url?.trim() ? sampleOf(language ?? '') : undefined;
  const more = more_languages?.length ? { more_languages } : {};
  const source =
    values.deployment_type === 'snapshot'
      ? { snapshot_id }
      : { template_id, language, ...more, database, git_url, sample };
  const all = withoutEmpty({ ...rest, ...source }, addWorkspaceBody);
  const body = values.server_id === 'shared' ? withoutResources(all) : all;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !isFixed(values, field)));
}
