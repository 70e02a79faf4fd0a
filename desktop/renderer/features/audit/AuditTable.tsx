import { Code, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#shared/features/audit/contract.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

export function AuditTable({ rows }: { rows: AuditRow[] }) {
  const { t } = useTranslation('audit');
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
      { id: 'action', header: t('action'), value: (row) => row.action, cell: (row) => <Code>{row.action}</Code> },
      {
        id: 'target',
        header: t('target'),
        value: (row) => row.target_id,
        cell: (row) => (
          <Text size="sm" miw={200} maw={420} style={{ overflowWrap: 'anywhere' }}>
            {detailsText(row) || row.target_id || '–'}
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
    [t],
  );
  return <DataTable label={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

function detailsText({ details }: AuditRow): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}
