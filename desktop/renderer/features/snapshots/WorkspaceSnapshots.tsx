import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SnapshotTable } from './SnapshotTable.tsx';
import { useLiveSnapshots } from './use-live-snapshots.ts';

/** The snapshots of one workspace, on its own page; nothing if there are none. */
export function WorkspaceSnapshots({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('snapshots');
  const { data } = useLiveSnapshots({ workspace: workspaceId });
  if (!data || data.records === 0) return null;
  return (
    <Paper p="lg" component="section">
      <Title order={2} mb="md">
        {t('title')}
      </Title>
      <SnapshotTable label={t('title')} rows={data.rows} />
    </Paper>
  );
}
