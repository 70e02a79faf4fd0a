import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rooms } from '#shared/api/rooms.ts';
import { deleteSnapshot, undeleteSnapshot } from '#shared/features/snapshots/contract.ts';
import { call } from '../../lib/call.ts';
import { useRoom } from '../../lib/socket.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { snapshotListQuery, snapshotsKey } from './queries.ts';

/** One page of snapshots, read again whenever one of the organization changed. */
export function useLiveSnapshots(query: Parameters<typeof snapshotListQuery>[0]) {
  const client = useQueryClient();
  const { organization } = useCurrentUser();
  const reload = () => void client.invalidateQueries({ queryKey: snapshotsKey });
  useRoom(rooms.organizationSnapshots(organization.id), { onMessage: reload, onJoin: reload });
  return useQuery(snapshotListQuery(query));
}

/** Deletes a snapshot, or takes the deletion back. */
export function useSnapshotAction() {
  const { t } = useTranslation('snapshots');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'delete' | 'undelete' }) =>
      call(action === 'delete' ? deleteSnapshot : undeleteSnapshot, { params: { snapshotID: id } }),
    onSuccess: (_, { action }) => toastSuccess(t(action === 'delete' ? 'deleted' : 'kept')),
    onError: (error) => toastError(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: snapshotsKey }),
  });
}
