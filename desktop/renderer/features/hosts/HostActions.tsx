import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nextBillingDate } from '#shared/features/billing/model.ts';
import type { Host } from '#shared/features/hosts/contract.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { billingDay } from '../billing/index.ts';
import type { useHostAction } from './use-host-action.ts';

interface HostActionsProps {
  host: Host;
  action: ReturnType<typeof useHostAction>;
}

/** Delete and Cancel Deletion, by status. */
export function HostActions({ host, action }: HostActionsProps) {
  const { t, i18n } = useTranslation('hosts');
  if (host.status === 'Pending Deletion') {
    return (
      <Button variant="default" loading={action.isPending} onClick={() => action.mutate('cancel')}>
        {t('edit.cancelDelete')}
      </Button>
    );
  }
  if (host.status !== 'Active' && host.status !== 'Pending') return null;
  const isProtected = host.delete_protect_flag > 0;
  const date = billingDay(nextBillingDate(new Date()), i18n.language);
  return (
    <MoreMenu
      actions={[
        {
          label: t('edit.delete'),
          icon: IconTrash,
          ask: t('edit.deleteConfirm', { date }),
          toType: host.name,
          blocked: isProtected && t('edit.protectedWhy', { count: host.delete_protect_flag }),
          loading: action.isPending,
          onPress: () => action.mutate('delete'),
        },
      ]}
    />
  );
}
