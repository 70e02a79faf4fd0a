import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconGitBranch, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import { useLaunch } from '../instances/index.ts';
import { DeployKey } from './DeployKey.tsx';
import { WORKSPACE } from './kind.ts';
import { repositoryQuery } from './queries.ts';
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

/** A cloned workspace's repository, and the key it pulls with. */
export function RepositoryKey({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('repository');
  const { data } = useQuery(repositoryQuery(workspaceId));
  // A workspace from a snapshot has nothing to clone: its project and key are files of the snapshot.
  const there = data?.clone_status === 'cloned' || data?.clone_status === null;
  if (!data?.git_url || !data.deploy_key || !there) return null;
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
        <DeployKey publicKey={data.deploy_key} />
      </Stack>
    </Paper>
  );
}

function CloneProgress({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('repository');
  const init = useLaunch(WORKSPACE, workspaceId);
  return <ProgressTerminal {...init} title={t(`log.${init.progress}`)} />;
}
