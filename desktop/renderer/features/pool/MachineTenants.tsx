import { Modal, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Machine } from '#shared/features/pool/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

type Tenant = Machine['workspaces'][number];

interface MachineTenantsProps {
  /** Whose workspaces are shown; closed without one. */
  machine: Machine | null;
  onClose: () => void;
}

/** What is on a machine. */
export function MachineTenants({ machine, onClose }: MachineTenantsProps) {
  const { t } = useTranslation('pool');
  const columns = useMemo<DataColumn<Tenant>[]>(
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
  const title = t('onMachine', { name: machine?.name ?? t('thisMachine') });
  return (
    <Modal opened={machine !== null} onClose={onClose} title={title} size="lg">
      <DataTable label={title} columns={columns} rows={machine?.workspaces ?? []} />
    </Modal>
  );
}
