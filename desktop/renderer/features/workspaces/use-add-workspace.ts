import { useQueryClient } from '@tanstack/react-query';
import { type AddWorkspaceInput, addWorkspace, addWorkspaceBody } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { type ApiForm, useApiForm } from '../../ui/use-api-form.ts';
import { workspaceListKey } from './queries.ts';

export type AddWorkspaceValues = AddWorkspaceInput & Record<string, unknown>;

interface AddWorkspaceOptions {
  userId: string;
  defaults: { language: string; database: string };
  /** Launches this snapshot, which has its own language and database. */
  snapshotId?: string | undefined;
  onAdded: (workspaceId: string) => unknown;
}

/** The form of a new workspace with the defaults of spec/1 §9, and what sending it does. */
export function useAddWorkspace({ userId, defaults, snapshotId, onAdded }: AddWorkspaceOptions): {
  api: ApiForm<AddWorkspaceValues, typeof addWorkspaceBody>;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
} {
  const client = useQueryClient();
  const api = useApiForm<AddWorkspaceValues, typeof addWorkspaceBody>({
    schema: addWorkspaceBody,
    initialValues: {
      name: '',
      user_id: userId,
      ssh_key_id: '',
      server_id: 'shared',
      deployment_type: 'new_container',
      git_url: '',
      ...(snapshotId ? { deployment_type: 'snapshot', snapshot_id: snapshotId } : defaults),
    },
  });
  const onSubmit = api.submit(async (_, body) => {
    const { id } = await call(addWorkspace, { body });
    void client.invalidateQueries({ queryKey: workspaceListKey });
    await onAdded(id);
  });
  return { api, onSubmit };
}
