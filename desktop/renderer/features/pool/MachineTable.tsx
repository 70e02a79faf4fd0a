import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Machine } from '#shared/features/pool/contract.ts';
import { numberText } from '../../lib/number-text.ts';
import { serverText } from '../../lib/server-text.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { exactTime } from '../../ui/time.ts';
import { MachineActions } from './MachineActions.tsx';
import { MachineTenants } from './MachineTenants.tsx';

const TONES: Record<Machine['state'], Tone> = {
  ready: 'good',
  draining: 'warning',
  closed: 'idle',
  unlabelled: 'idle',
  unprepared: 'warning',
  lost: 'bad',
};

export function MachineTable({ rows }: { rows: Machine[] }) {
  const { t, i18n } = useTranslation('pool');
  const [shown, setShown] = useState<string | null>(null);
  const columns = useMemo<DataColumn<Machine>[]>(() => {
    const inGb = (mb: number) => numberText(Math.round((mb / 1024) * 10) / 10, i18n.language);
    return [
      {
        id: 'name',
        header: t('column.name'),
        value: (row) => row.name ?? t('thisMachine'),
        cell: (row) => (
          <div>
            {row.name ?? t('thisMachine')}
            {row.name && (
              <Text size="xs" c="dimmed">
                {row.is_home ? t('thisMachine') : row.address}
              </Text>
            )}
          </div>
        ),
        sortable: true,
      },
      {
        id: 'state',
        header: t('column.state'),
        value: (row) => t(`state.${row.state}`),
        cell: (row) => (
          <div>
            <StatusBadge status={t(`state.${row.state}`)} tone={TONES[row.state]} />
            {row.lost_date && (
              <Text size="xs" c="dimmed" component="div">
                <RelativeTime date={row.lost_date} />
              </Text>
            )}
            {row.state === 'draining' && row.drain_date && (
              <Text size="xs" c="dimmed">
                {t('drain.until', { time: exactTime(new Date(row.drain_date), i18n.language) })}
              </Text>
            )}
            {row.state === 'unprepared' && row.problem && (
              <Text size="xs" c="dimmed">
                {serverText(row.problem)}
              </Text>
            )}
          </div>
        ),
      },
      {
        id: 'memory',
        header: t('column.memory'),
        value: (row) => (row.memory_mb === null ? null : row.memory_mb - row.reserved_mb),
        cell: (row) => (
          <span className="tabular">
            {row.memory_mb === null
              ? '–'
              : t('memory', { free: inGb(row.memory_mb - row.reserved_mb), all: inGb(row.memory_mb) })}
          </span>
        ),
        sortable: true,
        align: 'right',
      },
      { id: 'cpu_cores', header: t('column.cpu'), value: (row) => row.cpu_cores ?? '–', align: 'right' },
      {
        id: 'images',
        header: t('column.images'),
        value: (row) => row.images.length,
        cell: (row) => <span title={row.images.join('\n') || undefined}>{row.images.length}</span>,
        sortable: true,
        align: 'right',
      },
      {
        id: 'actions',
        header: t('column.workspaces'),
        value: (row) => row.workspaces_count,
        align: 'right',
        cell: (row) => (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              disabled={row.workspaces_count === 0}
              onClick={() => setShown(row.id)}
              aria-haspopup="dialog"
            >
              {t('count', { count: row.workspaces_count })}
            </Button>
            {row.name && <MachineActions machine={row} />}
          </Group>
        ),
      },
    ];
  }, [t, i18n.language]);
  return (
    <>
      <DataTable label={t('title')} columns={columns} rows={rows} />
      <MachineTenants machine={rows.find(({ id }) => id === shown) ?? null} onClose={() => setShown(null)} />
    </>
  );
}
