import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { billingDay } from '../billing/index.ts';
import { hostActionMutation } from './queries.ts';

/** Deletes at the end of the period, or takes that back. */
export function useHostAction(id: string) {
  const { t, i18n } = useTranslation('hosts');
  const change = useMutation({
    ...hostActionMutation(id),
    onSuccess: (date) => {
      if (!date) return toastSuccess(t('edit.kept'));
      toastUndo(t('edit.deleted', { date: billingDay(date, i18n.language) }), () => change.mutateAsync('cancel'));
    },
  });
  return change;
}
