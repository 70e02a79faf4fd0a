import { Alert, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { serverText } from '../lib/server-text.ts';
import { RelativeTime } from './RelativeTime.tsx';
import { longDate, useShownTimeZone } from './time.ts';

interface NotAnsweringProps {
  /** ISO 8601. */
  since: string;
  /** The health check's finding, in the server's words. */
  why: string | null | undefined;
  /** What helps. */
  children: ReactNode;
  action?: ReactNode;
}

/** Something runs but doesn't respond: since when, why, and what helps. */
export function NotAnswering({ since, why, children, action }: NotAnsweringProps) {
  const { i18n } = useTranslation('common');
  useShownTimeZone();
  const title = (
    <span>
      <Trans
        ns="common"
        i18nKey="health.since"
        values={{ date: longDate(new Date(since), i18n.language) }}
        components={{ ago: <RelativeTime date={since} /> }}
      />
    </span>
  );
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle size={18} />}>
      {why && serverText(why)} {children}
      {action && <Group mt="sm">{action}</Group>}
    </Alert>
  );
}
