import { Stack, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostContainer } from '#shared/features/hosts/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { hostContainersQuery } from './queries.ts';

/** The workspaces and services on a host. */
export function HostTenants({ id }: { id: string }) {
  const { t } = useTranslation('hosts');
  const { data } = useQuery(hostContainersQuery(id));
  if (!data) return <PageSkeleton />;
  return (
    <>
      <Tenants
        title={t('edit.workspaces')}
        emptyText={t('edit.noWorkspaces')}
        base="/workspaces/edit"
        second={t('column.user')}
        rows={data.workspaces}
      />
      <Tenants
        title={t('edit.services')}
        emptyText={t('edit.noServices')}
        base="/services/edit"
        second={t('column.service')}
        rows={data.services}
      />
    </>
  );
}

interface TenantsProps {
  title: string;
  emptyText: string;
  /** Path of their pages. */
  base: string;
  /** Header of the second column: the user of a workspace, the type of a service. */
  second: string;
  rows: HostContainer[];
}

function Tenants({ title, emptyText, base, second, rows }: TenantsProps) {
  const { t } = useTranslation('hosts');
  const columns = useMemo<DataColumn<HostContainer>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        value: (row) => row.name,
        cell: (row) => <RowLink to={`${base}/${row.id}`}>{row.name}</RowLink>,
        sortable: true,
      },
      {
        id: 'second',
        header: second,
        value: (row) => (row.service_type === null ? row.user_name : serverText(row.service_type)),
        sortable: true,
      },
      {
        id: 'status',
        header: t('column.status'),
        value: (row) => row.status,
        cell: (row) => <StatusBadge status={row.status} />,
        sortable: true,
      },
      { id: 'memory', header: t('column.memoryShort'), value: (row) => serverText(row.memory_display) },
      { id: 'disk', header: t('column.diskShort'), value: (row) => serverText(row.disk_display) },
      {
        id: 'protect',
        header: t('column.protect'),
        value: (row) => row.delete_protect_flag,
        cell: (row) => row.delete_protect_flag && <IconLock size={16} role="img" aria-label={t('edit.protected')} />,
      },
    ],
    [t, base, second],
  );
  return (
    <Stack gap="xs">
      <Title order={2}>{title}</Title>
      <DataTable label={title} columns={columns} rows={rows} emptyText={emptyText} />
    </Stack>
  );
}
