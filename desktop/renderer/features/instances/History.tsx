import { Paper, Text, Timeline, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

interface HistoryProps {
  changes: Workspace['status_changes'];
  /** Shown below the changes. */
  children?: ReactNode;
}

/** The last changes and their causes, newest first. */
export function History({ changes, children }: HistoryProps) {
  const { t } = useTranslation('workspaces');
  return (
    <Paper p="lg" component="section">
      <Title order={2} mb="md">
        {t('history.title')}
      </Title>
      {changes.length === 0 && <Text c="dimmed">{t('history.empty')}</Text>}
      <Timeline bulletSize={10} lineWidth={1} active={0}>
        {changes.map((change) => (
          <Timeline.Item
            key={`${change.date} ${change.status} ${change.cause}`}
            title={
              <Text size="sm" fw={500}>
                {t(`cause.${change.cause}`)}
              </Text>
            }
          >
            {change.detail && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {serverText(change.detail)}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {serverText(change.status)} · <RelativeTime date={change.date} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {children}
    </Paper>
  );
}
