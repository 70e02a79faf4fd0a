import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { deleteKey, deleteSshKeyMutation, keyWorkspacesQuery, restoreSshKeyMutation } from './queries.ts';

/** Deletes a key. That can be taken back: it is added again, and chosen again by the workspaces that used it. */
export function useDeleteKey() {
  const { t } = useTranslation('sshKeys');
  const client = useQueryClient();
  const restore = useMutation(restoreSshKeyMutation);
  return useMutation({
    meta: deleteSshKeyMutation.meta,
    mutationFn: async (key: SshKey) => {
      // Afterwards nobody knows which they were.
      const { workspaces } = await client.fetchQuery(keyWorkspacesQuery(key.id));
      await deleteKey(key.id);
      return workspaces.filter(({ here }) => here).map(({ id }) => id);
    },
    onSuccess: (workspaceIds, key) => {
      let added: string | null = null;
      const onAdded = (id: string) => {
        added = id;
      };
      toastUndo(t('deletedNamed', { name: key.name }), () =>
        restore.mutateAsync({ key, added, onAdded, workspaceIds }),
      );
    },
    // A failed deletion is only logged; the reloaded list still shows the key.
    onError: (error) => console.error('The SSH key could not be deleted.', error),
  });
}
