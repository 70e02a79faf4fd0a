import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PortMode } from '#shared/features/workspaces/model.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** A port's address, to open (http) and copy; or that it is disabled. */
export function PortFact({ port, mode, address }: { port: number; mode: PortMode; address: string | null }) {
  const { t } = useTranslation('workspaces');
  if (!address)
    return (
      <Text size="sm" c="dimmed">
        {t('details.closed')}
      </Text>
    );
  const copy = <CopyButton value={address} label={t('details.copyPort', { port })} />;
  if (mode === 'tcp') {
    return (
      <>
        <Text span size="sm" ff="monospace">
          {address}
        </Text>
        {copy}
      </>
    );
  }
  const label = t('details.openPort', { port });
  return (
    <>
      <Anchor href={address} target="_blank" rel="noopener" size="sm">
        {address}
      </Anchor>
      <Tooltip label={label}>
        <ActionIcon
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          aria-label={label}
        >
          <IconExternalLink size={16} />
        </ActionIcon>
      </Tooltip>
      {copy}
    </>
  );
}
