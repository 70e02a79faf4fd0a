import { Select, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { AddTunnel } from './AddTunnel.tsx';
import { ownWorkspacesQuery, useTunnels } from './queries.ts';
import { TunnelLine } from './TunnelLine.tsx';

/** All open tunnels, and a form for a new one to any of the person's workspaces. */
export function LiveTunnels({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('computer');
  const user = useCurrentUser();
  const { data: workspaces = [] } = useQuery(ownWorkspacesQuery(user.id));
  const open = useTunnels(desktop);
  const [chosen, setChosen] = useState<string | null>(null);
  const workspaceId = chosen ?? workspaces[0]?.id ?? null;
  return (
    <>
      <Panel title={t('tunnels.new')}>
        <Select
          label={t('tunnels.workspace')}
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceId}
          onChange={setChosen}
          allowDeselect={false}
          disabled={workspaces.length === 0}
          placeholder={t('tunnels.noWorkspaces')}
        />
        <AddTunnel desktop={desktop} workspaceId={workspaceId} />
      </Panel>
      <Panel title={t('tunnels.live')}>
        <Loaded query={open} skeleton={<PageSkeleton rows={2} />}>
          {({ tunnels }) =>
            tunnels.length === 0 ? (
              <EmptyState
                icon={<IconPlugConnected size={24} />}
                title={t('tunnels.none')}
                text={t('tunnels.noneText')}
              />
            ) : (
              <Stack gap="sm">
                {tunnels.map((tunnel) => (
                  <TunnelLine key={tunnel.id} desktop={desktop} tunnel={tunnel} />
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}
