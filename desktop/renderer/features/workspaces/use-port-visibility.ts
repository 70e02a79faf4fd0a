import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../../ui/toast.ts';
import { portVisibilityMutation } from './queries.ts';

/**
 * Changes who can access a port. `link` is the public link while this page remembers it: the server returns it only
 * once.
 */
export function usePortVisibility(id: string, port: number) {
  const { t } = useTranslation('ports');
  const change = useMutation(portVisibilityMutation(id, port));
  const end = () => change.mutate({ visibility: 'private' }, { onSuccess: () => toastSuccess(t('ended')) });
  return { change, link: change.data?.url ?? null, end };
}
