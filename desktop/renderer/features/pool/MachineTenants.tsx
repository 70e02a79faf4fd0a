import { Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Machine, MachineTenant } from '#shared/features/pool/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { tenantsQuery } from './queries.ts';

interface MachineTenantsProps {
  /** Whose workspaces are shown; closed without one. */
  machine: Machine | null;
  onClose: () => void;
}

/** What is on a machine. */
export function MachineTenants({ machine, onClose }: MachineTenantsProps) {
  const { t } = useTranslation('pool');
  const title = t('onMachine', { name: machine?.name ?? t('thisMachine') });
  return (
    <Modal opened={machine !== null} onClose={onClose} title={title} size="lg">
      {machine && <TenantTable machineId={machine.id} label={title} />}
    </Modal>
  );
}

function TenantTable({ machineId, label }: { machineId: string; label: string }) {
  const { t } = useTranslation('pool');
  const tenants = useQuery(tenantsQuery(machineId));
  const columns = useMemo<DataColumn<MachineTenant>[]>(
    () => [
      { id: 'name', header: t('column.workspace'), value: (row) => row.name, sortable: true },
      {
        id: 'organization_name',
        header: t('column.organization'),
        value: (row) => row.organization_name,
        sortable: true,
      },
      {
        id: 'status',
        header: t('column.state'),
        value: (row) => row.status,
        cell: (row) => (
          <div>
            <StatusBadge status={row.status} />
            {row.move_problem && (
              <Text size="xs" c="dimmed">
                {serverText(row.move_problem)}
              </Text>
            )}
          </div>
        ),
        sortable: true,
      },
    ],
    [t],
  );
  return (
    <Loaded query={tenants} skeleton={<Skeleton h={120} />}>
      {(rows) => <DataTable label={label} columns={columns} rows={rows} />}
    </Loaded>
  );
}
