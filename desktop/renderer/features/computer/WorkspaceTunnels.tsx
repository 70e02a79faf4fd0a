import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { AddTunnel } from './AddTunnel.tsx';
import { useTunnels } from './queries.ts';
import { TunnelLine } from './TunnelLine.tsx';

/** The tunnels of one workspace, and a form for another. */
export function WorkspaceTunnels({ desktop, workspaceId }: { desktop: DesktopApi; workspaceId: string }) {
  const { t } = useTranslation('computer');
  const { data } = useTunnels(desktop);
  const own = (data?.tunnels ?? []).filter((tunnel) => tunnel.workspaceId === workspaceId);
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={600}>
          {t('tunnels.forward')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('tunnels.forwardHelp')}{' '}
          <Anchor component={Link} to="/desktop/tunnels" inherit underline="always">
            {t('tunnels.all')}
          </Anchor>
        </Text>
      </div>
      {own.map((tunnel) => (
        <TunnelLine key={tunnel.id} desktop={desktop} tunnel={tunnel} />
      ))}
      <AddTunnel desktop={desktop} workspaceId={workspaceId} />
    </Stack>
  );
}
