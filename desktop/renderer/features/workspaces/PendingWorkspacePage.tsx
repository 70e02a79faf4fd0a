import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { Page } from '../../ui/Page.tsx';
import { workspacesKey } from './queries.ts';
import { type Progress, useInitMessages } from './use-init-messages.ts';
import { useLiveWorkspace } from './use-live-workspace.ts';
import { WorkspaceNotFound } from './WorkspaceNotFound.tsx';
import { WorkspaceProgress } from './WorkspaceProgress.tsx';

/** spec/1 §4. */
const LEAVE_AFTER_MS = { ready: 3000, failed: 5000 } as const;

/** /workspaces/pending/{id}: how a new workspace comes up. */
export function PendingWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const { id = '' } = useParams();
  const workspace = useLiveWorkspace(id);
  const init = useInitMessages(id);
  const editPath = `/workspaces/edit/${id}`;
  const [staying, setStaying] = useState(false);
  useLeave(staying ? 'working' : init.progress, { ready: editPath, failed: '/workspaces?message=error' });
  if (workspace.error instanceof ApiError && workspace.error.notFound) return <WorkspaceNotFound />;

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
        <WorkspaceProgress {...init} since={workspace.data?.create_date} />
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

/** Goes on 3 s after success and 5 s after a failure, with the lists and the workspace read anew there. */
function useLeave(progress: Progress, to: { ready: string; failed: string }): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useEffectEvent((reason: 'ready' | 'failed') => {
    void client.invalidateQueries({ queryKey: workspacesKey });
    void navigate(to[reason], { replace: true });
  });
  useEffect(() => {
    if (progress === 'working') return;
    const timer = setTimeout(() => leave(progress), LEAVE_AFTER_MS[progress]);
    return () => clearTimeout(timer);
  }, [progress]);
}
