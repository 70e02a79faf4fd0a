import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PendingPage } from '../../ui/PendingPage.tsx';
import { LaunchProgress, useLaunch, useLeaveLaunch, useLiveInstance } from '../instances/index.ts';
import { ForkAgain } from './ForkAgain.tsx';
import { WORKSPACE } from './kind.ts';
import { WorkspaceNotFound } from './WorkspaceNotFound.tsx';

/** /workspaces/pending/{id}: how a new workspace comes up. */
export function PendingWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const { id = '' } = useParams();
  const { data: workspace, error } = useLiveInstance(WORKSPACE, id);
  const init = useLaunch(WORKSPACE, id);
  const { staying, stay } = useLeaveLaunch(WORKSPACE, id, init.progress);
  const editPath = `/workspaces/edit/${id}`;
  if (error instanceof ApiError && error.notFound) return <WorkspaceNotFound />;
  // Its name decides how high the title is.
  if (!workspace && !error) return <PageSkeleton />;
  if (workspace && isStarting(workspace)) return <Navigate to={`${editPath}?watch=true`} replace />;
  const name = workspace?.name;
  return (
    <PendingPage
      title={name ? t('pending.title', { name }) : t('pending.titleUnknown')}
      intro={t('pending.intro')}
      breadcrumbs={[{ label: t('title'), to: '/workspaces' }, { label: name ?? t('pending.titleUnknown') }]}
      back={{ to: '/workspaces', text: t('pending.toWorkspaces') }}
      progress={init.progress}
      log={<LaunchProgress kind={WORKSPACE} init={init} since={workspace?.create_date} />}
      ready={
        <Group justify="space-between">
          {t('pending.ready')}
          <Button component={Link} to={editPath} size="xs">
            {t('pending.openNow')}
          </Button>
        </Group>
      }
      failed={
        <Group justify="space-between">
          {t(staying ? 'pending.failedStaying' : 'pending.failed')}
          <Group gap="xs">
            {workspace?.forked_from && <ForkAgain fork={workspace} from={workspace.forked_from.id} stay={stay} />}
            {!staying && (
              <Button variant="default" size="xs" onClick={stay}>
                {t('pending.stay')}
              </Button>
            )}
          </Group>
        </Group>
      }
    >
      {init.progress === 'working' && workspace?.workspace_status === 'Deleted' && (
        <Alert color="red" role="status" p="sm">
          {t('edit.isDeleted')}
        </Alert>
      )}
    </PendingPage>
  );
}

/** It has run before, so it isn't being created: its own page shows how it starts. */
function isStarting({ workspace_status, status_changes }: Workspace): boolean {
  return workspace_status === 'Pending' && status_changes.some(({ status }) => status === 'Active');
}
