import { Alert, Button } from '@mantine/core';
import { IconStack3 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isManager } from '#shared/features/auth/model.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { snapshotStackMutation } from './queries.ts';

/** Snapshots a workspace on a host together with the services beside it; for owner and admins. */
export function StackPanel({ workspaceId, serverId }: { workspaceId: string; serverId: string }) {
  const { t } = useTranslation('snapshots');
  const user = useCurrentUser();
  const take = useMutation({
    ...snapshotStackMutation,
    onSuccess: () => toastSuccess(t('stack.taken')),
  });
  if (serverId === 'shared' || !isManager(user)) return null;
  return (
    <Panel
      title={t('stack.title')}
      text={t('stack.text')}
      action={
        <ConfirmPopover text={t('stack.confirm')} onConfirm={() => take.mutate(workspaceId)}>
          <Button variant="default" leftSection={<IconStack3 size={16} />} loading={take.isPending}>
            {t('stack.take')}
          </Button>
        </ConfirmPopover>
      }
    >
      {take.error && <Alert color="red">{take.error.message}</Alert>}
    </Panel>
  );
}
