import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelDeleteHost, deleteHost } from '#shared/features/hosts/contract.ts';
import { call } from '../../lib/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { billingDay, billingQuery } from '../billing/index.ts';
import { hostsKey } from './queries.ts';

/** Deletes at the end of the period, or takes that back. */
export function useHostAction(id: string) {
  const { t, i18n } = useTranslation('hosts');
  const client = useQueryClient();
  const input = { params: { serverID: id } };
  return useMutation({
    mutationFn: async (action: 'delete' | 'cancel') => {
      if (action === 'cancel') {
        await call(cancelDeleteHost, input);
        return t('edit.kept');
      }
      const { scheduled_delete_date: date } = await call(deleteHost, input);
      return t('edit.deleted', { date: billingDay(date, i18n.language) });
    },
    onSuccess: (done) => toastSuccess(done),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: billingQuery.queryKey });
      return client.invalidateQueries({ queryKey: hostsKey });
    },
  });
}
