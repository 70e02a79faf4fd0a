import { Button } from '@mantine/core';
import { IconCamera, IconExternalLink, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Service } from '#shared/features/services/contract.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { DeleteButton } from '../../ui/DeleteButton.tsx';
import type { useServiceAction } from './use-service-action.ts';

interface ServiceActionsProps {
  service: Service;
  action: ReturnType<typeof useServiceAction>;
}

/** The buttons its status allows; lead and user can only open their own. */
export function ServiceActions({ service, action }: ServiceActionsProps) {
  const { t } = useTranslation('services');
  const { may, service_status: status, url } = service;
  const { press } = action;
  return (
    <>
      {may.delete && status !== 'Pending' && (
        <DeleteButton
          label={t('edit.delete')}
          text={t('edit.deleteText')}
          blocked={service.delete_protect_flag && t('edit.protected')}
          {...press('delete')}
        />
      )}
      {may.stop && <ActionButton label={t('edit.stop')} icon={IconPlayerStop} {...press('stop')} />}
      {may.start && <ActionButton label={t('edit.start')} icon={IconPlayerPlay} {...press('start')} />}
      {service.snapshot_flag && may.edit && (
        <ActionButton
          label={t('edit.snapshot')}
          icon={IconCamera}
          blocked={!may.snapshot && t('edit.snapshotRunning')}
          {...press('snapshot')}
        />
      )}
      {url && status !== 'Pending' && (
        <Button component="a" href={url} target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
          {t('open')}
        </Button>
      )}
    </>
  );
}
