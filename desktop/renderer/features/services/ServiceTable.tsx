import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ServiceRow } from '#shared/features/services/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { dateColumn, RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable, type ListTableProps } from '../../ui/DataTable.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { BringBackService } from './BringBackService.tsx';
import { ServiceIcon } from './ServiceIcon.tsx';

interface ServiceTableProps extends ListTableProps<ServiceRow> {
  showUser: boolean;
}

export function ServiceTable({ showUser, ...list }: ServiceTableProps) {
  const { t } = useTranslation('services');
  const navigate = useNavigate();
  const columns = useMemo<DataColumn<ServiceRow>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        value: (row) => row.name,
        cell: (row) => (
          <Group gap="sm" wrap="nowrap">
            <ServiceIcon service={row} />
            <div>
              <RowLink to={pathOf(row)}>{row.name}</RowLink>
              <Text size="xs" c="dimmed">
                {serverText(row.service_name)}
              </Text>
            </div>
          </Group>
        ),
        sortable: true,
      },
      {
        id: 'service_status',
        header: t('column.status'),
        value: (row) => row.service_status,
        cell: (row) => <RunStatus status={row.service_status} silentSince={row.not_answering_date} />,
        sortable: true,
      },
      ...(showUser
        ? [{ id: 'user_name', header: t('column.user'), value: (row: ServiceRow) => row.user_name, sortable: true }]
        : []),
      { id: 'server_name', header: t('column.server'), value: (row) => row.server_name, sortable: true },
      { id: 'memory_gb', header: t('column.memory'), value: (row) => serverText(row.memory_display), sortable: true },
      dateColumn('create_date', t('column.created'), (row) => row.create_date),
      {
        id: 'actions',
        header: t('column.actions'),
        value: () => null,
        align: 'right',
        cell: (row) =>
          row.undo_until ? (
            <BringBackService row={row} />
          ) : (
            row.url &&
            row.service_status !== 'Pending' && (
              <Button
                component="a"
                href={row.url}
                target="_blank"
                rel="noopener"
                size="xs"
                variant="light"
                onClick={(event) => event.stopPropagation()}
                aria-label={t('openNamed', { name: row.name })}
              >
                {t('open')}
              </Button>
            )
          ),
      },
    ],
    [t, showUser],
  );
  return <DataTable {...list} columns={columns} onRowClick={(row) => void navigate(pathOf(row))} />;
}

/** One that is being created shows how that goes on; anything else its page. */
function pathOf({ id, service_status }: ServiceRow): string {
  return `/services/edit/${id}${service_status === 'Pending' ? '?watch=true' : ''}`;
}
