import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useLeave } from '../../lib/use-leave.ts';
import { Page } from '../../ui/Page.tsx';
import { workspacesKey } from './queries.ts';
import { useLiveWorkspace } from './use-live-workspace.ts';
import { useWorkspaceMessages } from './use-workspace-messages.ts';
import { WorkspaceNotFound } from './WorkspaceNotFound.tsx';
import { WorkspaceProgress } from './WorkspaceProgress.tsx';

/** /workspaces/pending/{id}: how a new workspace comes up. */
export function PendingWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const { id = '' } = useParams();
  const workspace = useLiveWorkspace(id);
  const init = useWorkspaceMessages(id);
  const editPath = `/workspaces/edit/${id}`;
  const [staying, setStaying] = useState(false);
  useLeave(
    staying ? 'working' : init.progress,
    { ready: editPath, failed: '/workspaces?message=error' },
    workspacesKey,
  );
  if (workspace.error instanceof ApiError && workspace.error.notFound) return <WorkspaceNotFound />;

  if (workspace.data && isStarting(workspace.data)) return <Navigate to={`${editPath}?watch=true`} replace />;

  const name = workspace.data?.name;
  const title = name ? t('pending.title', { name }) : t('pending.titleUnknown');
  return (
    <Page
      title={title}
      intro={t('pending.intro')}
      breadcrumbs={[{ label: t('title'), to: '/workspaces' }, { label: name ?? t('pending.titleUnknown') }]}
      actions={
        <Button component={Link} to="/workspaces" variant="default">
          {t('pending.toWorkspaces')}
        </Button>
      }
    >
      <Stack gap="md" maw={960}>
        <WorkspaceProgress init={init} since={workspace.data?.create_date} />
        {init.progress === 'ready' && (
          <Alert color="harbor" role="status" p="sm">
            <Group justify="space-between">
              {t('pending.ready')}
              <Button component={Link} to={editPath} size="xs">
                {t('pending.openNow')}
              </Button>
            </Group>
          </Alert>
        )}
        {init.progress === 'working' && workspace.data?.workspace_status === 'Deleted' && (
          <Alert color="red" role="status" p="sm">
            {t('edit.isDeleted')}
          </Alert>
        )}
        {init.progress === 'failed' && (
          <Alert color="red" role="alert" p="sm">
            <Group justify="space-between">
              {t(staying ? 'pending.failedStaying' : 'pending.failed')}
              {!staying && (
                <Button variant="default" size="xs" onClick={() => setStaying(true)}>
                  {t('pending.stay')}
                </Button>
              )}
            </Group>
          </Alert>
        )}
      </Stack>
    </Page>
  );
}

/** It has run before, so it is not being created: its own page shows how it starts. */
function isStarting({ workspace_status, status_changes }: Workspace): boolean {
  return workspace_status === 'Pending' && status_changes.some(({ status }) => status === 'Active');
}
