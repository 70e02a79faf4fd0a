import { Alert, Text } from '@mantine/core';
import { IconLock, IconLockExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { Panel } from '../../ui/Panel.tsx';
import { infoQuery, keepingQuery } from './queries.ts';

/** Where the sign-in is stored, and the app's version. */
export function KeepingPanel({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('computer');
  const { data: keeping } = useQuery(keepingQuery(desktop));
  const { data: info } = useQuery(infoQuery(desktop));
  return (
    <Panel title={t('keeping.title')}>
      {keeping && (
        <Alert
          color={keeping.keptIn === 'keychain' ? 'harbor' : 'yellow'}
          icon={keeping.keptIn === 'keychain' ? <IconLock size={18} /> : <IconLockExclamation size={18} />}
          p="sm"
        >
          {t(`keeping.${keeping.keptIn}`)}
        </Alert>
      )}
      {info && (
        <Text size="sm" c="dimmed">
          {t('keeping.version', { version: info.version })}
        </Text>
      )}
    </Panel>
  );
}
