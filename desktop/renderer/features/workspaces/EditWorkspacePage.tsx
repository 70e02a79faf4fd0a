import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { useWatching } from '../../lib/use-watching.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageTabs } from '../../ui/PageTabs.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { LaunchDock, useLiveInstance } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';
import { PauseNote } from './PauseNote.tsx';
import { PendingDeletion } from './PendingDeletion.tsx';
import { useWorkspaceAction } from './use-workspace-action.ts';
import { WorkspaceActions } from './WorkspaceActions.tsx';
import { WorkspaceNotFound } from './WorkspaceNotFound.tsx';
import { WorkspaceTrouble } from './WorkspaceTrouble.tsx';

/** /workspaces/edit/{id}, and its tabs below it */
export function EditWorkspacePage() {
  const { id = '' } = useParams();
  return (
    <Loaded query={useLiveInstance(WORKSPACE, id)} notFound={<WorkspaceNotFound />}>
      {(workspace) => <WorkspacePage key={id} workspace={workspace} />}
    </Loaded>
  );
}

function WorkspacePage({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const { id, name, workspace_status: status, not_answering_date: silentSince } = workspace;
  const action = useWorkspaceAction(id);
  const [watching, setWatching] = useWatching(!action.leaving && status === 'Pending');
  return (
    <Page
      title={name}
      mark={<RunStatus status={status} silentSince={silentSince} asleep={workspace.sleep === 'warm'} />}
      note={<PauseNote workspace={workspace} />}
      breadcrumbs={[{ label: t('title'), to: '/workspaces' }, { label: name }]}
      actions={<WorkspaceActions workspace={workspace} action={action} />}
    >
      <FormBanner message={action.error?.message} />
      {status === 'Deleted' && <Alert color="red">{t('edit.isDeleted')}</Alert>}
      {status === 'Pending Deletion' && <PendingDeletion workspace={workspace} action={action} />}
      <WorkspaceTrouble workspace={workspace} />
      <PageTabs label={name} tabs={tabsOf(workspace, t)}>
        <Outlet context={workspace} />
      </PageTabs>
      {status !== 'Deleted' && (
        <LaunchDock
          kind={WORKSPACE}
          instance={workspace}
          watching={watching && !action.leaving}
          failedText={t('edit.startFailed')}
          onDone={() => setWatching(false)}
        />
      )}
    </Page>
  );
}

/** Those that this person can use, whatever its status: a start or stop takes nothing away. */
function tabsOf({ id, may }: Workspace, t: (key: string) => string) {
  const path = `/workspaces/edit/${id}`;
  return [
    { label: t('tab.overview'), to: path },
    ...(may.open ? [{ label: t('tab.connect'), to: `${path}/connect` }] : []),
    { label: t('tab.activity'), to: `${path}/activity` },
    ...(may.edit ? [{ label: t('tab.settings'), to: `${path}/settings` }] : []),
  ];
}
