import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import type { SnapshotRow } from '#shared/features/snapshots/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { CutText } from '../../ui/Cut.tsx';
import { dateColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { LaunchStackButton } from './LaunchStackButton.tsx';
import { softwareText } from './software-text.ts';
import { useSnapshotAction } from './use-live-snapshots.ts';

export function SnapshotTable(list: ListTableProps<SnapshotRow>) {
  const { t } = useTranslation('snapshots');
  const { mutate } = useSnapshotAction();
  const manager = isManager(useCurrentUser());
  const columns = useMemo<DataColumn<SnapshotRow>[]>(
    () => [
      {
        id: 'name',
        header: t('name'),
        value: (row) => row.name,
        cell: (row) => (
          <Box miw={140}>
            <CutText text={row.name} />
            <Text size="xs" c="dimmed">
              {softwareText(row)}
            </Text>
          </Box>
        ),
        sortable: true,
      },
      { id: 'snapshot_type', header: t('type'), value: (row) => t(`kind.${row.snapshot_type}`), sortable: true },
      { id: 'original_user', header: t('user'), value: (row) => row.original_user, sortable: true },
      {
        id: 'status',
        header: t('status'),
        value: (row) => row.status,
        cell: (row) => (
          <>
            <StatusBadge status={row.status} {...(row.status === 'Failed' && { tone: 'bad' as const })} />
            {row.status_detail && (
              <Text size="xs" c="dimmed">
                {serverText(row.status_detail)}
              </Text>
            )}
          </>
        ),
        sortable: true,
      },
      dateColumn('create_date', t('created'), (row) => row.create_date),
      {
        id: 'scheduled_delete_date',
        header: t('scheduled'),
        value: (row) => row.scheduled_delete_date,
        cell: ({ id, name, may, scheduled_delete_date }) => (
          <Stack gap={2} align="flex-start">
            <RelativeTime date={scheduled_delete_date} />
            {may.undelete && (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => mutate({ id, action: 'undelete' })}
                aria-label={t('undoNamed', { name })}
              >
                {t('undo')}
              </Button>
            )}
          </Stack>
        ),
        sortable: true,
      },
      {
        id: 'launch_link',
        header: t('launchLink'),
        value: () => null,
        cell: ({ name, may, launch_link, snapshot_type, stack_id }) =>
          may.launch && (
            <Stack gap={6} align="flex-start">
              <Button
                component={Link}
                to={launch_link}
                variant="light"
                size="xs"
                aria-label={t('launchNamed', { name })}
              >
                {t('launch')}
              </Button>
              {manager && stack_id && snapshot_type === 'Workspace' && (
                <LaunchStackButton stackId={stack_id} name={name} />
              )}
            </Stack>
          ),
      },
      {
        id: 'actions',
        header: t('actions'),
        value: () => null,
        align: 'right',
        cell: ({ id, name, may }) => (
          <Group justify="flex-end">
            {may.delete && (
              <ConfirmPopover text={t('deleteText')} onConfirm={() => mutate({ id, action: 'delete' })}>
                <ActionIcon variant="subtle" color="red" aria-label={t('deleteNamed', { name })}>
                  <IconTrash size={16} />
                </ActionIcon>
              </ConfirmPopover>
            )}
          </Group>
        ),
      },
    ],
    [t, mutate, manager],
  );
  return <DataTable {...list} columns={columns} />;
}
