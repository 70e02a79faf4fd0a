import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { dateColumn, RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { LaunchButton } from './LaunchButton.tsx';
import { serverName } from './server-name.ts';
import { WhatNext } from './WhatNext.tsx';
import { WorkspaceMarks } from './WorkspaceMarks.tsx';

interface WorkspaceTableProps extends ListTableProps<WorkspaceRow> {
  showUser: boolean;
}

export function WorkspaceTable({ showUser, ...list }: WorkspaceTableProps) {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const columns = useMemo<DataColumn<WorkspaceRow>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        value: (row) => row.name,
        cell: (row) => (
          <Group gap={6} wrap="nowrap" c="dimmed">
            <RowLink to={`/workspaces/edit/${row.id}`}>{row.name}</RowLink>
            <WorkspaceMarks workspace={row} />
          </Group>
        ),
        sortable: true,
      },
      {
        id: 'workspace_status',
        header: t('column.status'),
        value: (row) => row.workspace_status,
        cell: (row) => <StatusCell workspace={row} />,
        sortable: true,
      },
      ...(showUser
        ? [{ id: 'user_name', header: t('column.user'), value: (row: WorkspaceRow) => row.user_name, sortable: true }]
        : []),
      { id: 'language', header: t('column.language'), value: (row) => serverText(row.language_name) },
      { id: 'database', header: t('column.database'), value: (row) => serverText(row.database_name) },
      { id: 'server', header: t('column.server'), value: serverName },
      dateColumn('last_access_date', t('column.lastUsed'), (row) => row.last_access_date),
      dateColumn('create_date', t('column.created'), (row) => row.create_date),
      {
        id: 'actions',
        header: t('column.actions'),
        value: () => null,
        align: 'right',
        cell: (row) => (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <Button
              component={Link}
              to={`/workspaces/edit/${row.id}`}
              variant="default"
              size="xs"
              aria-label={t(opens(row) ? 'card.editNamed' : 'card.viewNamed', { name: row.name })}
            >
              {t(opens(row) ? 'card.edit' : 'card.view')}
            </Button>
            {opens(row) && (
              <LaunchButton url={row.url} name={row.name} status={row.workspace_status} size="xs" variant="light" />
            )}
          </Group>
        ),
      },
    ],
    [t, showUser],
  );
  return <DataTable {...list} columns={columns} onRowClick={(row) => navigate(`/workspaces/edit/${row.id}`)} />;
}

/** The status, and the date if it will be deleted. */
function StatusCell({ workspace }: { workspace: WorkspaceRow }) {
  const ends = workspace.scheduled_delete_date ?? workspace.restorable_until;
  return (
    <>
      <RunStatus
        status={workspace.workspace_status}
        silentSince={workspace.not_answering_date}
        asleep={workspace.sleep === 'warm'}
      />
      {ends && (
        <Text size="xs" c="dimmed" mt={2}>
          <WhatNext workspace={workspace} />
        </Text>
      )}
    </>
  );
}

function opens({ workspace_status: status }: WorkspaceRow): boolean {
  return status === 'Active' || status === 'Offline' || status === 'Pending';
}
