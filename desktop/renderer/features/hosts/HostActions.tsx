import { Button, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nextBillingDate } from '#shared/features/billing/model.ts';
import type { Host } from '#shared/features/hosts/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { billingDay } from '../billing/index.ts';
import type { useHostAction } from './use-host-action.ts';

interface HostActionsProps {
  host: Host;
  action: ReturnType<typeof useHostAction>;
}

/** Delete and Cancel Deletion by status (spec/2 §4). */
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
    <Tooltip
      label={t('edit.protectedWhy', { count: host.delete_protect_flag })}
      disabled={!isProtected}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={280}
    >
      <span>
        <ConfirmPopover
          text={t('edit.deleteConfirm', { date })}
          onConfirm={() => action.mutate('delete')}
          disabled={isProtected}
        >
          <Button color="red" variant="light" loading={action.isPending}>
            {t('edit.delete')}
          </Button>
        </ConfirmPopover>
      </span>
    </Tooltip>
  );
}
