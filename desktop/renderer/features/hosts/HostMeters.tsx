import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Host } from '#shared/features/hosts/contract.ts';
import { Panel } from '../../ui/Panel.tsx';

const NEARLY_FULL = 90;

/** How much of the host is allocated. */
export function HostMeters({ host }: { host: Host }) {
  const { t } = useTranslation('hosts');
  const amounts = (used: number, total: number) => ({ used: round(used), total: round(total) });
  const disk = host.disk_gb - host.disk_free_gb;
  return (
    <Panel title={t('edit.use')} text={t('edit.useText')}>
      <Stack gap="sm">
        <Meter
          label={t('edit.cpu')}
          value={t('edit.cores', amounts(host.cpu_reserved, host.cpu_cores))}
          percent={(host.cpu_reserved / host.cpu_cores) * 100}
          shared
        />
        <Meter
          label={t('edit.memory')}
          value={t('edit.gbOf', amounts(host.memory_reserved_gb, host.memory_gb))}
          percent={(host.memory_reserved_gb / host.memory_gb) * 100}
        />
        <Meter
          label={t('column.diskShort')}
          value={t('edit.gbOf', amounts(disk, host.disk_gb))}
          percent={(disk / host.disk_gb) * 100}
        />
        <Text size="xs" c="dimmed">
          {t('edit.cpuNote')}
        </Text>
      </Stack>
    </Panel>
  );
}

interface MeterProps {
  label: string;
  value: string;
  percent: number;
  /** More than 100 % is fine. */
  shared?: boolean;
}

function Meter({ label, value, percent, shared = false }: MeterProps) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed" className="tabular">
          {value}
        </Text>
      </Group>
      <Progress
        value={Math.min(100, percent)}
        color={!shared && percent >= NEARLY_FULL ? 'orange' : undefined}
        aria-label={`${label}: ${value}`}
      />
    </div>
  );
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}
