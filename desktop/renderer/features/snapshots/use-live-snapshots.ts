import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rooms } from '#shared/api/rooms.ts';
import { useLive } from '../../lib/use-live.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { snapshotActionMutation, snapshotListQuery, snapshotsKey } from './queries.ts';

/** One page of snapshots, reloaded whenever one of the organization changes. */
export function useLiveSnapshots(query: Parameters<typeof snapshotListQuery>[0]) {
  const { organization } = useCurrentUser();
  useLive(rooms.organizationSnapshots(organization.id), { queryKey: snapshotsKey });
  return useQuery(snapshotListQuery(query));
}

/** Deletes a snapshot or cancels its deletion, and says so. */
export function useSnapshotAction() {
  const { t } = useTranslation('snapshots');
  const change = useMutation({
    ...snapshotActionMutation,
    onSuccess: (_, { id, action }) => {
      if (action === 'undelete') return toastSuccess(t('kept'));
      toastUndo(t('deleted'), () => change.mutateAsync({ id, action: 'undelete' }));
    },
    onError: (error) => toastError(error.message),
  });
  return change;
}
