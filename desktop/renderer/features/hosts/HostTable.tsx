import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { HostRow } from '#shared/features/hosts/contract.ts';
import { numberText } from '../../lib/number-text.ts';
import { serverText } from '../../lib/server-text.ts';
import { dateColumn, openColumn, RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { HostStatus } from './HostStatus.tsx';

export function HostTable(list: ListTableProps<HostRow>) {
  const { t, i18n } = useTranslation('hosts');
  const navigate = useNavigate();
  const columns = useMemo<DataColumn<HostRow>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        value: (row) => row.name,
        cell: (row) => <RowLink to={pathOf(row)}>{row.name}</RowLink>,
        sortable: true,
      },
      { id: 'option_name', header: t('column.type'), value: (row) => serverText(row.option_name), sortable: true },
      {
        id: 'cpu_cores',
        header: t('column.cpu'),
        value: (row) => row.cpu_cores,
        cell: (row) => numberText(row.cpu_cores, i18n.language),
        sortable: true,
        align: 'right',
      },
      {
        id: 'memory_gb',
        header: t('column.memory'),
        value: (row) => row.memory_gb,
        cell: (row) => numberText(row.memory_gb, i18n.language),
        sortable: true,
        align: 'right',
      },
      {
        id: 'disk_gb',
        header: t('column.disk'),
        value: (row) => row.disk_free_gb,
        cell: (row) => (
          <Text span size="sm" className="tabular">
            {serverText(row.disk_display)}
          </Text>
        ),
        sortable: true,
        align: 'right',
      },
      {
        id: 'workspace_count',
        header: t('column.workspaces'),
        value: (row) => row.workspace_count,
        align: 'right',
      },
      {
        id: 'status',
        header: t('column.status'),
        value: (row) => row.status,
        cell: (row) => <HostStatus host={row} />,
        sortable: true,
      },
      dateColumn('create_date', t('column.created'), (row) => row.create_date),
      openColumn({
        header: t('column.edit'),
        text: t('column.edit'),
        to: pathOf,
        named: (row) => t('editNamed', { name: row.name }),
      }),
    ],
    [t, i18n.language],
  );
  return <DataTable {...list} columns={columns} onRowClick={(row) => void navigate(pathOf(row))} />;
}

/** A host that is being created leads to its progress. */
function pathOf({ id, status }: HostRow): string {
  return status === 'Pending' ? `/hosts/pending/${id}` : `/hosts/edit/${id}`;
}
