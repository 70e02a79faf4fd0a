import { Anchor, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { refName } from '#shared/features/workspaces/repository-address.ts';
import { serverText } from '../../lib/server-text.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Secret } from './Secret.tsx';
import { serverName } from './server-name.ts';

/** What a workspace is; what can be changed is among its settings. */
export function WorkspaceDetails({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const reachable = workspace.workspace_status !== 'Pending Deletion' && workspace.workspace_status !== 'Deleted';
  const templateText = ({ name, version, latest }: NonNullable<Workspace['template']>) => {
    if (latest === null) return t('details.templateGone', { name, version });
    return t(latest > version ? 'details.templateNewer' : 'details.template', { name, version });
  };
  const { database_user: databaseUser, database_password: password } = workspace;
  return (
    <Paper p="lg" component="section">
      <Title order={2} mb="sm">
        {t('details.title')}
      </Title>
      <Facts>
        <Fact name={t('details.user')}>{workspace.user_name}</Fact>
        {reachable && (
          <Fact name={t('details.url')}>
            <Anchor href={workspace.url} target="_blank" rel="noopener" size="sm">
              {workspace.url}
            </Anchor>
            <CopyButton value={workspace.url} label={t('connect.copyUrl')} />
          </Fact>
        )}
        {workspace.forked_from && <Fact name={t('fork.from')}>{workspace.forked_from.name}</Fact>}
        {workspace.snapshot && (
          <Fact name={t('details.snapshot')}>
            {workspace.snapshot.listed ? (
              <Anchor
                component={Link}
                to={`/workspaces/snapshots?search=${encodeURIComponent(workspace.snapshot.name)}`}
                size="sm"
              >
                {workspace.snapshot.name}
              </Anchor>
            ) : (
              t('details.snapshotGone', { name: workspace.snapshot.name })
            )}
          </Fact>
        )}
        {workspace.template && <Fact name={t('form.template')}>{templateText(workspace.template)}</Fact>}
        <Fact name={t('details.git')}>{workspace.git_url ?? t('details.none')}</Fact>
        {workspace.git_ref && <Fact name={t('details.gitRef')}>{refName(workspace.git_ref)}</Fact>}
        <Fact name={t('details.server')}>{serverName(workspace)}</Fact>
        <Fact name={t('details.cpu')}>{t('details.cores', { count: workspace.cpu_cores })}</Fact>
        <Fact name={t('details.memory')}>{serverText(workspace.memory_display)}</Fact>
        <Fact name={t('details.disk')}>{serverText(workspace.disk_display)}</Fact>
        <Fact name={t('form.ide')}>{t(`ides.${workspace.ide_image_id}`)}</Fact>
        <Fact name={t('details.language')}>{serverText(workspace.language_name)}</Fact>
        <Fact name={t('details.database')}>{serverText(workspace.database_name)}</Fact>
        {password && databaseUser && (
          <Fact name={t('details.databaseUser')}>
            <Text span size="sm" ff="monospace">
              {databaseUser}
            </Text>
            <CopyButton value={databaseUser} label={t('details.copyUser')} />
          </Fact>
        )}
        {password && (
          <Fact name={t(databaseUser === 'root' ? 'details.rootPassword' : 'details.userPassword')}>
            <Secret value={password} />
          </Fact>
        )}
        <Fact name={t('details.created')}>
          <RelativeTime date={workspace.create_date} />
        </Fact>
        <Fact name={t('details.lastUsed')}>
          <RelativeTime date={workspace.last_access_date} />
        </Fact>
      </Facts>
    </Paper>
  );
}
