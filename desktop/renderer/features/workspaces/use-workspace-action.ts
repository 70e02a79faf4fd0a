import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  cancelDeleteWorkspace,
  deleteWorkspace,
  restartWorkspace,
  restoreWorkspace,
  snapshotWorkspace,
  startWorkspace,
  stopWorkspace,
} from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { workspaceListKey, workspaceMessagesQuery, workspaceQuery } from './queries.ts';

export type WorkspaceAction = 'start' | 'stop' | 'restart' | 'delete' | 'snapshot' | 'restore' | 'cancel_delete';

const ROUTES = {
  start: startWorkspace,
  stop: stopWorkspace,
  restart: restartWorkspace,
  delete: deleteWorkspace,
  snapshot: snapshotWorkspace,
  restore: restoreWorkspace,
  cancel_delete: cancelDeleteWorkspace,
} as const;

const TOASTS = { snapshot: 'edit.snapshotTaken', restore: 'edit.restored', cancel_delete: 'edit.kept' } as const;

/** Starts, stops, restarts or deletes, and shows what comes of it: the progress of a start, the list after a deletion. */
export function useWorkspaceAction(id: string) {
  const { t } = useTranslation('workspaces');
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (action: WorkspaceAction) => call(ROUTES[action], { params: { workspaceID: id } }),
    onSuccess: async (_, action) => {
      if (action === 'delete') {
        client.removeQueries({ queryKey: workspaceQuery(id).queryKey });
        await navigate('/workspaces');
        toastSuccess(t('edit.deleted'));
      } else if (action === 'snapshot' || action === 'restore' || action === 'cancel_delete') {
        toastSuccess(t(TOASTS[action]));
      } else if (action !== 'stop') {
        // The messages of the run before are not this run's.
        client.removeQueries({ queryKey: workspaceMessagesQuery(id).queryKey });
        await navigate(`/workspaces/edit/${id}?watch=true`, { replace: true });
      }
    },
    onSettled: (_, __, action) => {
      void client.invalidateQueries({ queryKey: workspaceListKey });
      if (action !== 'delete') return client.invalidateQueries({ queryKey: workspaceQuery(id).queryKey });
    },
  });
}
