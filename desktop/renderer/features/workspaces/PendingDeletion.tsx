import { Alert, Button, Group, Text } from '@mantine/core';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SAFETY_KEPT_MS } from '#shared/features/snapshots/model.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { longDate } from '../../ui/time.ts';
import type { useWorkspaceAction } from './use-workspace-action.ts';

interface PendingDeletionProps {
  workspace: Workspace;
  action: ReturnType<typeof useWorkspaceAction>;
}

/** When and why a workspace will be deleted, and how to keep it if possible. */
export function PendingDeletion({ workspace, action }: PendingDeletionProps) {
  const { t, i18n } = useTranslation('workspaces');
  const due = workspace.scheduled_delete_date;
  const date = due && longDate(new Date(due), i18n.language);
  return (
    <Alert
      color="yellow"
      icon={<IconTrash size={18} />}
      title={date ? t('pendingDeletion.title', { date }) : t('edit.isPendingDeletion')}
    >
      <Group justify="space-between" gap="md">
        <Text size="sm" maw={640}>
          {t(workspace.server_id === 'shared' ? 'pendingDeletion.shared' : 'pendingDeletion.private')}{' '}
          {t('pendingDeletion.restorable', { days: SAFETY_KEPT_MS / 86_400_000 })}
        </Text>
        {workspace.may.cancel_delete && (
          <Button
            leftSection={<IconRestore size={16} />}
            onClick={() => action.mutate('cancel_delete')}
            loading={action.isPending}
          >
            {t('pendingDeletion.keep')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
