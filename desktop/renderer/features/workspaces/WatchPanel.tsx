import { Alert, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { useInitMessages } from './use-init-messages.ts';
import { WorkspaceProgress } from './WorkspaceProgress.tsx';

/** How long the finished log stays in sight. */
const STAYS_MS = 3000;

interface WatchPanelProps {
  workspace: Workspace;
  onDone: () => void;
}

/** The progress of a start on the edit page (`watch=true`): goes when it is done, stays with its lines when it failed. */
export function WatchPanel({ workspace, onDone }: WatchPanelProps) {
  const { t } = useTranslation('workspaces');
  const init = useInitMessages(workspace.id);
  const pending = workspace.workspace_status === 'Pending';
  const over = !pending && init.progress !== 'failed';
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => done(), STAYS_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return (
    <Stack gap="sm">
      {init.progress === 'failed' && !pending && (
        <Alert color="red" role="alert" p="sm">
          {t('edit.startFailed')}
        </Alert>
      )}
      <WorkspaceProgress {...init} since={workspace.status_changes[0]?.date} />
    </Stack>
  );
}
