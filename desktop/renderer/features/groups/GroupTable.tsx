import { Avatar, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { GroupRow } from '#shared/features/groups/contract.ts';
import type { Sort } from '../../lib/use-list-state.ts';
import { dateColumn, openColumn, RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { Face } from '../../ui/Face.tsx';

/** By name, ascending, by default. */
const DEFAULT_SORT: Sort = { id: 'group_name', descending: false };

export function GroupTable(list: ListTableProps<GroupRow>) {
  const { t } = useTranslation('groups');
  const navigate = useNavigate();
  const columns = useMemo<DataColumn<GroupRow>[]>(
    () => [
      {
        id: 'group_name',
        header: t('column.name'),
        value: (row) => row.group_name,
        cell: (row) => <RowLink to={`/groups/edit/${row.id}`}>{row.group_name}</RowLink>,
        sortable: true,
      },
      {
        id: 'admin_users',
        header: t('column.admins'),
        value: adminNames,
        cell: (row) => <Admins row={row} />,
      },
      {
        id: 'group_size',
        header: t('column.users'),
        value: (row) => row.group_size,
        cell: (row) => <span className="tabular">{row.group_size}</span>,
        sortable: true,
        align: 'right',
      },
      dateColumn('create_date', t('column.created'), (row) => row.create_date),
      openColumn({
        header: t('column.actions'),
        text: t('edit.action'),
        to: (row) => `/groups/edit/${row.id}`,
        named: (row) => t('editNamed', { name: row.group_name }),
      }),
    ],
    [t],
  );
  return (
    <DataTable
      {...list}
      sort={list.sort ?? DEFAULT_SORT}
      columns={columns}
      onRowClick={(row) => navigate(`/groups/edit/${row.id}`)}
    />
  );
}

/** How many pictures are drawn; all people are named. */
const FACES = 4;

function Admins({ row }: { row: GroupRow }) {
  if (row.admin_users.length === 0) return '–';
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar.Group spacing={4}>
        {row.admin_users.slice(0, FACES).map(({ id, name, profile_photo_url }) => (
          <Face key={id} size={26} name={name} src={profile_photo_url} />
        ))}
      </Avatar.Group>
      <Text span size="sm" maw={320} truncate display="block">
        {adminNames(row)}
      </Text>
    </Group>
  );
}

function adminNames(row: GroupRow): string {
  return row.admin_users.map(({ name }) => name).join(', ');
}
