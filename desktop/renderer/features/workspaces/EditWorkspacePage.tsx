import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { useWatching } from '../../lib/use-watching.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { WeeklyActivity } from '../activity/index.ts';
import { OpenLocally } from '../computer/index.ts';
import { History, useLiveInstance, WatchStart } from '../instances/index.ts';
import { StackPanel, WorkspaceSnapshots } from '../snapshots/index.ts';
import { WORKSPACE } from './kind.ts';
import { LaunchLog } from './LaunchLog.tsx';
import { PauseNote } from './PauseNote.tsx';
import { PendingDeletion } from './PendingDeletion.tsx';
import { RepositoryKey, RepositoryTrouble } from './RepositoryPanel.tsx';
import { TerminalPanel } from './terminal/TerminalPanel.tsx';
import { useWorkspaceAction } from './use-workspace-action.ts';
import { WhyAwake } from './WhyAwake.tsx';
import { WorkspaceActions } from './WorkspaceActions.tsx';
import { WorkspaceConnect } from './WorkspaceConnect.tsx';
import { WorkspaceDetails } from './WorkspaceDetails.tsx';
import { WorkspaceMeters } from './WorkspaceMeters.tsx';
import { WorkspaceNotFound } from './WorkspaceNotFound.tsx';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';
import { WorkspaceTrouble } from './WorkspaceTrouble.tsx';

/** /workspaces/edit/{id} */
export function EditWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const { id = '' } = useParams();
  const { data: workspace, error, refetch, isFetching } = useLiveInstance(WORKSPACE, id);
  const action = useWorkspaceAction(id);
  const [watching, setWatching] = useWatching(!action.leaving && workspace?.workspace_status === 'Pending');

  if (error instanceof ApiError && error.notFound) return <WorkspaceNotFound />;
  if (!workspace) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSkeleton />;
  }
  const { workspace_status: status, may } = workspace;
  const settled = status === 'Active' || status === 'Offline';
  return (
    <Page
      title={workspace.name}
      mark={<RunStatus status={status} silentSince={workspace.not_answering_date} />}
      note={<PauseNote workspace={workspace} />}
      breadcrumbs={[{ label: t('title'), to: '/workspaces' }, { label: workspace.name }]}
      actions={<WorkspaceActions workspace={workspace} action={action} />}
    >
      <FormBanner message={action.error?.message} />
      {status === 'Deleted' && <Alert color="red">{t('edit.isDeleted')}</Alert>}
      {status === 'Pending Deletion' && <PendingDeletion workspace={workspace} action={action} />}
      <WorkspaceTrouble workspace={workspace} />
      <RepositoryTrouble workspace={workspace} />
      {watching && !action.leaving && status !== 'Deleted' && (
        <WatchStart
          kind={WORKSPACE}
          instance={workspace}
          failedText={t('edit.startFailed')}
          onDone={() => setWatching(false)}
        />
      )}
      {may.open && <TerminalPanel workspace={workspace} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          {settled && may.open && <WorkspaceConnect workspace={workspace} />}
          {settled && may.open && <OpenLocally workspace={workspace} />}
          {status === 'Active' && <WorkspaceMeters workspaceId={id} />}
          <WorkspaceDetails workspace={workspace} />
          {settled && <RepositoryKey workspaceId={id} />}
        </Stack>
        <Stack gap="md">
          {settled && may.edit && <WorkspaceSettings key={workspace.id} workspace={workspace} />}
          <WhyAwake workspace={workspace} />
          <History changes={workspace.status_changes}>
            <LaunchLog workspaceId={id} />
          </History>
          <WeeklyActivity workspaceId={id} />
        </Stack>
      </SimpleGrid>
      {settled && <StackPanel workspaceId={workspace.id} serverId={workspace.server_id} />}
      <WorkspaceSnapshots workspaceId={workspace.id} />
    </Page>
  );
}
