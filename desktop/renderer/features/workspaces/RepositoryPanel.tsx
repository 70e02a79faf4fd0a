import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconGitBranch, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { serverText } from '../../lib/server-text.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import { useLaunch } from '../instances/index.ts';
import { DeployKey } from './DeployKey.tsx';
import { WORKSPACE } from './kind.ts';
import { repositoryQuery } from './queries.ts';
import { readmeBadge } from './readme-badge.ts';
import { useCloneAgain } from './use-clone-again.ts';

/** While a running workspace's repository isn't cloned: why, its deploy key, and a button to retry. */
export function RepositoryTrouble({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('repository');
  const { data } = useQuery(repositoryQuery(workspace.id));
  const again = useCloneAgain(workspace.id);
  const status = workspace.workspace_status;
  const cloning = data?.clone_status === 'pending' && status === 'Active';
  const log = (cloning || again.isSuccess) && <CloneProgress workspaceId={workspace.id} />;
  if (data?.clone_status !== 'refused' || (status !== 'Active' && status !== 'Offline')) return log || null;
  return (
    <Stack gap="sm">
      <Alert
        color="yellow"
        title={t('refused.title')}
        icon={<IconGitBranch size={18} />}
        styles={{ body: { minWidth: 0 } }}
      >
        <Stack gap="sm" align="flex-start">
          <FormBanner message={again.error?.message} />
          <Text size="sm">{data.clone_detail && serverText(data.clone_detail)}</Text>
          {data.deploy_key && <DeployKey publicKey={data.deploy_key} />}
          {data.may.clone && (
            <Button leftSection={<IconRefresh size={16} />} onClick={() => again.mutate()} loading={again.isPending}>
              {t('refused.again')}
            </Button>
          )}
          {status === 'Offline' && <Text size="sm">{t('refused.stopped')}</Text>}
        </Stack>
      </Alert>
      {log}
    </Stack>
  );
}

/** A cloned workspace's repository, the key it pulls with, and a badge for its README. */
export function RepositoryPanel({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('repository');
  const { data } = useQuery(repositoryQuery(workspace.id));
  const badge = readmeBadge(platform.server, workspace);
  // A workspace from a snapshot has nothing to clone: its project and key are files of the snapshot.
  const there = data?.clone_status === 'cloned' || data?.clone_status === null;
  if (!data?.git_url || !there) return null;
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>{t('title')}</Title>
        <Stack gap={6}>
          <Text size="sm" fw={500}>
            {t('address')}
          </Text>
          <CodeLine value={data.git_url} copyLabel={t('copyAddress')} />
        </Stack>
        {data.deploy_key && <DeployKey publicKey={data.deploy_key} />}
        {badge && (
          <Stack gap={6}>
            <div>
              <Text size="sm" fw={500}>
                {t('badge.title')}
              </Text>
              <Text size="sm" c="dimmed">
                {t('badge.help')}
              </Text>
            </div>
            <img src="/open-in-slipway.svg" alt="" width={128} height={28} />
            <CodeLine value={badge} copyLabel={t('badge.copy')} />
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function CloneProgress({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('repository');
  const init = useLaunch(WORKSPACE, workspaceId);
  return <ProgressTerminal {...init} title={t(`log.${init.progress}`)} />;
}
