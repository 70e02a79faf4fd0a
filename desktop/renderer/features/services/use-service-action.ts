import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { deleteService, snapshotService, startService, stopService } from '#shared/features/services/contract.ts';
import { call } from '../../lib/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { serviceListKey, serviceMessagesQuery, serviceQuery } from './queries.ts';

export type ServiceAction = 'start' | 'stop' | 'restart' | 'delete' | 'snapshot';

const ROUTES = {
  start: [startService],
  stop: [stopService],
  restart: [stopService, startService],
  delete: [deleteService],
  snapshot: [snapshotService],
} as const;

/** Starts, stops, restarts, snapshots or deletes, and shows what comes of it. */
export function useServiceAction(id: string) {
  const { t } = useTranslation('services');
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn(action: ServiceAction) {
      for (const route of ROUTES[action]) await call(route, { params: { organizationServiceID: id } });
    },
    onSuccess: async (_, action) => {
      if (action === 'delete') {
        client.removeQueries({ queryKey: serviceQuery(id).queryKey });
        await navigate('/services');
        toastSuccess(t('edit.deleted'));
      } else if (action === 'snapshot') {
        toastSuccess(t('edit.snapshotTaken'));
      } else if (action === 'start' || action === 'restart') {
        // The messages of the run before are not this run's.
        client.removeQueries({ queryKey: serviceMessagesQuery(id).queryKey });
        await navigate(`/services/edit/${id}?watch=true`, { replace: true });
      }
    },
    onSettled: (_, __, action) => {
      void client.invalidateQueries({ queryKey: serviceListKey });
      if (action !== 'delete') return client.invalidateQueries({ queryKey: serviceQuery(id).queryKey });
    },
  });
}
