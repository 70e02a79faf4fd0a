import { Button, Tooltip } from '@mantine/core';
import { IconCamera, IconExternalLink, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Service } from '#shared/features/services/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import type { ServiceAction, useServiceAction } from './use-service-action.ts';

const EVERY_WAY = { hover: true, focus: true, touch: true };

interface ServiceActionsProps {
  service: Service;
  action: ReturnType<typeof useServiceAction>;
}

/** The buttons of spec/2 §4; lead and user have none but to open what is theirs. */
export function ServiceActions({ service, action }: ServiceActionsProps) {
  const { t } = useTranslation('services');
  const { may, service_status: status, url } = service;
  const stateOf = (name: ServiceAction) => ({
    loading: action.isPending && action.variables === name,
    disabled: action.isPending,
  });
  return (
    <>
      {may.delete && status !== 'Pending' && (
        <DeleteButton
          locked={service.delete_protect_flag}
          onDelete={() => action.mutate('delete')}
          {...stateOf('delete')}
        />
      )}
      {may.stop && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          onClick={() => action.mutate('stop')}
          {...stateOf('stop')}
        >
          {t('edit.stop')}
        </Button>
      )}
      {may.start && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => action.mutate('start')}
          {...stateOf('start')}
        >
          {t('edit.start')}
        </Button>
      )}
      {service.snapshot_flag && may.edit && (
        <SnapshotButton enabled={may.snapshot} onTake={() => action.mutate('snapshot')} {...stateOf('snapshot')} />
      )}
      {url && status !== 'Pending' && (
        <Button component="a" href={url} target="_blank" rel="noopener" leftSection={<IconExternalLink size={16} />}>
          {t('open')}
        </Button>
      )}
    </>
  );
}

interface SnapshotButtonProps {
  enabled: boolean;
  loading: boolean;
  disabled: boolean;
  onTake: () => void;
}

/** Enabled only while the service is stopped; else it says why not, to the keyboard as well. */
function SnapshotButton({ enabled, onTake, ...state }: SnapshotButtonProps) {
  const { t } = useTranslation('services');
  const icon = <IconCamera size={16} />;
  if (enabled) {
    return (
      <Button variant="default" leftSection={icon} onClick={onTake} {...state}>
        {t('edit.snapshot')}
      </Button>
    );
  }
  return (
    <Tooltip label={t('edit.snapshotRunning')} events={EVERY_WAY}>
      <Button variant="default" leftSection={icon} data-disabled aria-disabled>
        {t('edit.snapshot')}
      </Button>
    </Tooltip>
  );
}

interface DeleteButtonProps {
  locked: boolean;
  loading: boolean;
  disabled: boolean;
  onDelete: () => void;
}

/** With delete protection on it is disabled and says why, to the keyboard as well. */
function DeleteButton({ locked, onDelete, ...state }: DeleteButtonProps) {
  const { t } = useTranslation('services');
  const icon = <IconTrash size={16} />;
  if (locked) {
    return (
      <Tooltip label={t('edit.protected')} events={EVERY_WAY}>
        <Button variant="default" leftSection={icon} data-disabled aria-disabled>
          {t('edit.delete')}
        </Button>
      </Tooltip>
    );
  }
  return (
    <ConfirmPopover text={t('edit.deleteText')} onConfirm={onDelete}>
      <Button variant="default" c="var(--mantine-color-error)" leftSection={icon} {...state}>
        {t('edit.delete')}
      </Button>
    </ConfirmPopover>
  );
}
