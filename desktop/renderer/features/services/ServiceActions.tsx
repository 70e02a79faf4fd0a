import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCamera,
  IconExternalLink,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import type { Service } from '#shared/features/services/contract.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { type MenuAction, MoreMenu } from '../../ui/MoreMenu.tsx';
import type { useServiceAction } from './use-service-action.ts';

interface ServiceActionsProps {
  service: Service;
  action: ReturnType<typeof useServiceAction>;
}

/** What its status allows; lead and user can only open their own. What is needed rarely is behind the three dots. */
export function ServiceActions({ service, action }: ServiceActionsProps) {
  const { t } = useTranslation('services');
  const { may, service_status: status, url } = service;
  const { press } = action;
  const more: (MenuAction | false)[] = [
    may.stop && status === 'Active' && { label: t('trouble.restart'), icon: IconRefresh, ...press('restart') },
    service.snapshot_flag &&
      may.edit && {
        label: t('edit.snapshot'),
        icon: IconCamera,
        blocked: !may.snapshot && t('edit.snapshotRunning'),
        ...press('snapshot'),
      },
    may.delete &&
      status !== 'Pending' && {
        label: t('edit.delete'),
        icon: IconTrash,
        ask: t('edit.deleteText', { name: service.name }),
        detail: t('edit.deleteBack', { name: service.name, count: UNDO_HOURS }),
        blocked: service.delete_protect_flag && t('edit.protected'),
        ...press('delete'),
      },
  ];
  return (
    <>
      {may.stop && <ActionButton label={t('edit.stop')} icon={IconPlayerStop} {...press('stop')} />}
      {may.start && <ActionButton label={t('edit.start')} icon={IconPlayerPlay} {...press('start')} />}
      {may.restore && <ActionButton label={t('edit.restore')} icon={IconArrowBackUp} {...press('restore')} />}
      {url && status !== 'Pending' && (
        <Button component="a" href={url} target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
          {t('open')}
        </Button>
      )}
      <MoreMenu actions={more.filter((each) => each !== false)} />
    </>
  );
}
