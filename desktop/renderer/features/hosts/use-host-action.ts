import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../../ui/toast.ts';
import { billingDay } from '../billing/index.ts';
import { hostActionMutation } from './queries.ts';

/** Deletes at the end of the period, or takes that back. */
export function useHostAction(id: string) {
  const { t, i18n } = useTranslation('hosts');
  return useMutation({
    ...hostActionMutation(id),
    onSuccess: (date) =>
      toastSuccess(date ? t('edit.deleted', { date: billingDay(date, i18n.language) }) : t('edit.kept')),
  });
}
