import { Anchor, Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { GroupRow } from '#shared/features/groups/contract.ts';
import type { ListSort } from '../../lib/use-list-state.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

/** spec/2 §2 Groups: by name, ascending, unless sorted otherwise. */
const DEFAULT_SORT: ListSort = { id: 'group_name', descending: false };

interface GroupTableProps {
  label: string;
  rows: GroupRow[];
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

export function GroupTable({ label, rows, sort, onSort }: GroupTableProps) {
  const { t } = useTranslation('groups');
  const navigate = useNavigate();
  const columns = useMemo<DataColumn<GroupRow>[]>(
    () => [
      {
        id: 'group_name',
        header: t('column.name'),
        value: (row) => row.group_name,
        cell: (row) => (
          <Anchor component={Link} to={`/groups/edit/${row.id}`} fw={600} c="bright" size="sm">
            {row.group_name}
          </Anchor>
        ),
        sortable: true,
      },
      {
        id: 'admin_users',
        header: t('column.admins'),
        value: adminNames,
        cell: (row) => (
          <Text span size="sm" maw={320} truncate display="block">
            {adminNames(row) || '–'}
          </Text>
        ),
      },
      {
        id: 'group_size',
        header: t('column.users'),
        value: (row) => row.group_size,
        cell: (row) => <span className="tabular">{row.group_size}</span>,
        sortable: true,
        align: 'right',
      },
      {
        id: 'create_date',
        header: t('column.created'),
        value: (row) => row.create_date,
        cell: (row) => <RelativeTime date={row.create_date} />,
        sortable: true,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        value: () => null,
        align: 'right',
        cell: (row) => (
          <Button
            component={Link}
            to={`/groups/edit/${row.id}`}
            variant="default"
            size="xs"
            aria-label={t('editNamed', { name: row.group_name })}
          >
            {t('edit.action')}
          </Button>
        ),
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      sort={sort ?? DEFAULT_SORT}
      onSort={onSort}
      onRowClick={(row) => navigate(`/groups/edit/${row.id}`)}
    />
  );
}

function adminNames(row: GroupRow): string {
  return row.admin_users.map(({ name }) => name).join(', ');
}
