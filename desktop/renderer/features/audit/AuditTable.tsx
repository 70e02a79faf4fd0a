import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#shared/features/audit/contract.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { actionText, detailsText } from './words.ts';

export function AuditTable({ rows }: { rows: AuditRow[] }) {
  const { t, i18n } = useTranslation(['audit', 'users']);
  const columns = useMemo<DataColumn<AuditRow>[]>(
    () => [
      {
        id: 'create_date',
        header: t('when'),
        value: (row) => row.create_date,
        cell: (row) => <RelativeTime date={row.create_date} />,
      },
      {
        id: 'who',
        header: t('who'),
        value: (row) => {
          const user = row.user_name ?? t('system');
          return row.real_user_name ? t('actingFor', { name: row.real_user_name, user }) : user;
        },
      },
      { id: 'action', header: t('action'), value: (row) => actionText(t, row.action) },
      {
        id: 'target',
        header: t('target'),
        value: (row) => detailsText(t, row, i18n.language),
        cell: (row) => (
          <Text size="sm" miw={200} maw={420} style={{ overflowWrap: 'anywhere' }}>
            {detailsText(t, row, i18n.language) || '–'}
          </Text>
        ),
      },
      {
        id: 'outcome',
        header: t('outcome'),
        value: (row) => row.outcome,
        cell: (row) => (
          <Text span size="sm" {...(row.outcome === 'failure' && { c: 'var(--mantine-color-error)', fw: 600 })}>
            {t(row.outcome)}
          </Text>
        ),
      },
      { id: 'address', header: t('address'), value: (row) => row.ip_address ?? '–' },
    ],
    [t, i18n.language],
  );
  return <DataTable label={t('title')} columns={columns} rows={rows} />;
}
