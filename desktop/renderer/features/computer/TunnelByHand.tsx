import { Button, Group, NumberInput, Select, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getWorkspace } from '#shared/features/workspaces/contract.ts';
import { isFirstTry } from '../../lib/is-first-try.ts';
import { ALL_WORKSPACES_LINK } from '../../lib/paths.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { LineSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { ownWorkspacesQuery } from './queries.ts';

/** In a browser: the equivalent ssh command, and a link to the desktop app. */
export function TunnelByHand() {
  const { t } = useTranslation('computer');
  const user = useCurrentUser();
  const list = useQuery(ownWorkspacesQuery(user.id));
  const workspaces = list.data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [port, setPort] = useState<number | string>(3000);
  const workspaceId = chosen ?? workspaces[0]?.id ?? null;
  const one = useQuery({
    ...routeQuery(['workspaces', 'one', workspaceId], getWorkspace, { params: { workspaceID: workspaceId ?? '' } }),
    enabled: workspaceId !== null,
  });
  const command = one.data?.ssh.command.replace(/^ssh/, `ssh -N -L ${port}:localhost:${port}`);
  return (
    <>
      <Panel title={t('tunnels.byHand')} text={t('tunnels.byHandText')}>
        <Group gap="xs" align="flex-end">
          <Select
            flex="1 1 200px"
            label={t('tunnels.workspace')}
            data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            value={workspaceId}
            onChange={setChosen}
            allowDeselect={false}
            disabled={workspaces.length === 0}
            placeholder={t('tunnels.noWorkspaces')}
          />
          <NumberInput
            w={130}
            label={t('tunnels.remotePort')}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            value={port}
            onChange={setPort}
          />
        </Group>
        {command && typeof port === 'number' && (
          <>
            <CodeLine value={command} copyLabel={t('tunnels.copyCommand')} />
            <Text size="sm" c="dimmed">
              {t('tunnels.then', { address: `http://localhost:${port}` })}
            </Text>
          </>
        )}
      </Panel>
      {/* The command above it makes room for itself first. */}
      {chosen === null && (isFirstTry(list) || isFirstTry(one)) ? (
        <LineSkeleton />
      ) : (
        <Panel title={t('tunnels.inApp')} text={t('tunnels.inAppText')}>
          <div>
            <Button
              component="a"
              href={ALL_WORKSPACES_LINK}
              variant="default"
              leftSection={<IconDeviceDesktop size={16} />}
            >
              {t('open.inApp')}
            </Button>
          </div>
        </Panel>
      )}
    </>
  );
}
