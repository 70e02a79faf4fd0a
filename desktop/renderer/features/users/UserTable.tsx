import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { UserRow } from '#shared/features/users/contract.ts';
import type { Sort } from '../../lib/use-list-state.ts';
import { dateColumn, RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { Face } from '../../ui/Face.tsx';
import { BringBack } from './BringBack.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import { memberName } from './member-name.ts';

/** Column 1 ascending, by default. */
const DEFAULT_SORT: Sort = { id: 'name', descending: false };

export function UserTable(list: ListTableProps<UserRow>) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const undoable = list.rows.some(({ undo_until }) => undo_until !== null);
  const columns = useMemo<DataColumn<UserRow>[]>(
    () => [
      { id: 'username', header: t('column.username'), value: (row) => row.username || '–', sortable: true },
      {
        id: 'name',
        header: t('column.name'),
        value: memberName,
        cell: (row) => (
          <Group gap="xs" wrap="nowrap">
            <Face size={26} src={row.profile_photo_url} name={memberName(row)} />
            {row.status === 'deleted' ? (
              memberName(row)
            ) : (
              <RowLink to={`/users/edit/${row.id}`}>{memberName(row)}</RowLink>
            )}
          </Group>
        ),
        sortable: true,
      },
      { id: 'email_address', header: t('column.email'), value: (row) => row.email_address || '–', sortable: true },
      { id: 'role_name', header: t('column.role'), value: (row) => t(`role.${row.role}`), sortable: true },
      {
        id: 'groups',
        header: t('column.groups'),
        value: (row) => row.groups.map(({ group_name }) => group_name).join(', '),
        cell: (row) => (
          <Text span size="sm" maw={220} truncate display="block">
            {row.groups.map(({ group_name }) => group_name).join(', ') || '–'}
          </Text>
        ),
      },
      {
        id: 'status',
        header: t('column.status'),
        value: (row) => row.status,
        cell: (row) => <MemberStatusBadge status={row.status} />,
        sortable: true,
      },
      dateColumn('create_date', t('column.added'), (row) => row.create_date),
      ...(undoable
        ? [
            {
              id: 'actions',
              header: t('column.actions'),
              value: () => null,
              align: 'right' as const,
              cell: (row: UserRow) => row.undo_until && <BringBack row={row} />,
            },
          ]
        : []),
    ],
    [t, undoable],
  );
  return (
    <DataTable
      {...list}
      sort={list.sort ?? DEFAULT_SORT}
      columns={columns}
      onRowClick={(row) => row.status !== 'deleted' && navigate(`/users/edit/${row.id}`)}
    />
  );
}
