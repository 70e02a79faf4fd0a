import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { restoreUser } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { restoredStale } from './queries.ts';

/** Has a removed person back while a licence is free. Otherwise it says where the price is: nothing is charged from a toast. */
export function useUndoRemoval() {
  const { t } = useTranslation('users');
  const { mutateAsync } = useMutation({
    mutationFn: async (id: string) => {
      const params = { userID: id };
      const { charge } = await call(restoreUser, { params, body: { dry_run: true } });
      if (charge) throw new Error(t('restore.costs'));
      await call(restoreUser, { params, body: { card_amount: 0 } });
    },
    meta: { stale: restoredStale },
  });
  return mutateAsync;
}
