import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { snapshotOptionsQuery } from './queries.ts';

/** Says which snapshot a new workspace is launched from, and what is in it. */
export function SnapshotField({ snapshotId }: { snapshotId: string }) {
  const { t } = useTranslation('snapshots');
  const { data } = useQuery(snapshotOptionsQuery);
  const option = data?.items.find((item) => item.value === snapshotId);
  return (
    <TextInput
      label={t('snapshot')}
      value={option?.text ?? ''}
      description={option ? `${option.language_name} · ${option.database_name}` : undefined}
      error={data && !option ? t('gone') : undefined}
      readOnly
    />
  );
}
