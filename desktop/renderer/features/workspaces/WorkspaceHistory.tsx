import { Paper, Text, Timeline, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { LaunchLog } from './LaunchLog.tsx';

interface WorkspaceHistoryProps {
  changes: Workspace['status_changes'];
  /** Of this workspace the log of the last start can be read too. */
  workspaceId?: string;
}

/** The last changes and why they happened, newest first (decisions §4). */
export function WorkspaceHistory({ changes, workspaceId }: WorkspaceHistoryProps) {
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
      {workspaceId && <LaunchLog workspaceId={workspaceId} />}
    </Paper>
  );
}
