import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { platform } from '../../lib/platform/current-platform.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { useLiveUpdates } from '../../lib/socket.ts';

/** Nothing is lost without live updates but their speed, and the terminal. */
export function LiveUpdatesNotice() {
  const { t } = useTranslation('shell');
  const blocked = useLiveUpdates((state) => state.blocked);
  if (!blocked) return null;
  const { host } = new URL(platform.server, window.location.href);
  return (
    <Alert color="yellow" icon={<IconPlugConnectedX size={18} />} mb="lg" title={t('liveUpdates.title')}>
      {t('liveUpdates.text', { seconds: POLL_MS / 1000, host })}
    </Alert>
  );
}
