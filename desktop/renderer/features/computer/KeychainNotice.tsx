import { Alert } from '@mantine/core';
import { IconLockExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { platform } from '../../lib/platform/current-platform.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { keepingQuery } from './queries.ts';

/** Says the same itself. */
const SETTINGS = '/desktop';

/** Says, once per run, that the sign-in is lost when the app quits, because there is no keychain. */
export function KeychainNotice() {
  return platform.desktop ? <Notice desktop={platform.desktop} /> : null;
}

function Notice({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation();
  const { data: keeping } = useQuery(keepingQuery(desktop));
  const [closed, setClosed] = useState(false);
  const { pathname } = useLocation();
  if (closed || pathname === SETTINGS || keeping?.keptIn !== 'memory') return null;
  return (
    <Alert
      color="yellow"
      icon={<IconLockExclamation size={18} />}
      mb="md"
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={() => setClosed(true)}
    >
      {keeping.notice}
    </Alert>
  );
}
