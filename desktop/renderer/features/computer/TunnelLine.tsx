import { ActionIcon, Anchor, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Tunnel } from '#shared/desktop/calls/tunnels.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { toastError } from '../../ui/toast.ts';

/** One open tunnel: where it listens, where it leads, how many connections, and a button to close it. */
export function TunnelLine({ desktop, tunnel }: { desktop: DesktopApi; tunnel: Tunnel }) {
  const { t } = useTranslation('computer');
  const { id, localPort, remotePort, workspaceName, connections, status, error } = tunnel;
  const address = `localhost:${localPort}`;
  const stop = useMutation({
    mutationFn: () => desktop.call('tunnels.close', { id }),
    onError: (failure) => toastError(failure.message),
  });
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Group gap="xs" miw={0}>
        <Anchor
          component="button"
          type="button"
          ff="monospace"
          size="sm"
          onClick={() => platform.open(`http://${address}`)}
        >
          {address}
        </Anchor>
        <CopyButton value={address} label={t('tunnels.copy', { address })} />
        <Text size="sm" c="dimmed">
          {t('tunnels.leadsTo', { name: workspaceName, port: remotePort })}
        </Text>
        {status === 'failed' ? (
          <Tooltip label={error ?? ''} disabled={!error} multiline maw={320}>
            <Badge color="red" variant="light" tt="none" tabIndex={0}>
              {t('tunnels.failed')}
            </Badge>
          </Tooltip>
        ) : (
          <Badge color="harbor" variant="light" tt="none">
            {t('tunnels.connections', { count: connections })}
          </Badge>
        )}
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        loading={stop.isPending}
        onClick={() => stop.mutate()}
        aria-label={t('tunnels.stop', { address })}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
