import { Box, Paper, Progress, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { WorkspaceUsage } from '#shared/features/workspaces/contract.ts';
import { DISK_WARN_PERCENT } from '#shared/features/workspaces/model.ts';
import { sizeText } from '../../lib/size-text.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { workspaceUsageQuery } from './queries.ts';

const METERS = ['cpu', 'memory', 'disk'] as const;
/** With its note, in pixels. */
const METER_HEIGHT = 72;
/** Thresholds at which a meter turns yellow, then red. */
const [HIGH, FULL] = DISK_WARN_PERCENT;

interface WorkspaceMetersProps {
  workspaceId: string;
  running: boolean;
}

/** What a running workspace uses right now, read every 5 s while the page is visible; its place stays when it stops. */
export function WorkspaceMeters({ workspaceId, running }: WorkspaceMetersProps) {
  const { t } = useTranslation('workspaces');
  const { data, isError } = useQuery({ ...workspaceUsageQuery(workspaceId), enabled: running });
  return (
    <Paper p="lg" component="section">
      <Title order={2} mb="sm">
        {t('usage.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="lg">
        {running && data ? (
          <Meters usage={data} />
        ) : (
          METERS.map((name) =>
            running && !isError ? (
              <Skeleton key={name} h={METER_HEIGHT} />
            ) : (
              <Meter key={name} name={t(`details.${name}`)} percent={null} text="–" />
            ),
          )
        )}
      </SimpleGrid>
      {isError && running && !data && <Text c="dimmed">{t('usage.unknown')}</Text>}
    </Paper>
  );
}

function Meters({ usage }: { usage: WorkspaceUsage }) {
  const { t, i18n } = useTranslation('workspaces');
  const number = (value: number, digits = 1) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(value);
  const size = (bytes: number) => sizeText(bytes, i18n.language);
  const { disk_bytes: disk, disk_limit_bytes: limit } = usage;
  return (
    <>
      <Meter
        name={t('details.cpu')}
        percent={usage.cpu_percent}
        text={t('usage.cpu', { percent: number(usage.cpu_percent, 0), count: usage.cpu_cores })}
      />
      <Meter
        name={t('details.memory')}
        percent={(usage.memory_bytes / usage.memory_limit_bytes) * 100}
        text={t('usage.of', { used: size(usage.memory_bytes), total: size(usage.memory_limit_bytes) })}
      />
      <Meter
        name={t('details.disk')}
        percent={disk !== null && limit !== null ? (disk / limit) * 100 : null}
        text={diskText()}
        note={
          usage.disk_date && (
            <Trans t={t} i18nKey="usage.measured" components={{ time: <RelativeTime date={usage.disk_date} /> }} />
          )
        }
      />
    </>
  );

  function diskText(): string {
    if (disk === null) return t('usage.notMeasured');
    return limit === null
      ? t('usage.unmetered', { used: size(disk) })
      : t('usage.of', { used: size(disk), total: size(limit) });
  }
}

interface MeterProps {
  name: string;
  /** Null if there is no limit to reach. */
  percent: number | null;
  text: string;
  note?: React.ReactNode;
}

function Meter({ name, percent, text, note }: MeterProps) {
  const id = useId();
  const value = Math.min(100, Math.max(0, percent ?? 0));
  const color = value >= FULL ? 'red.6' : value >= HIGH ? 'yellow.6' : 'harbor.6';
  return (
    <Box mih={METER_HEIGHT}>
      <Text size="sm" c="dimmed" id={id}>
        {name}
      </Text>
      <Text size="sm" fw={600} className="tabular">
        {text}
      </Text>
      <Progress.Root size={6} mt={6}>
        <Progress.Section value={value} color={color} aria-labelledby={id} aria-valuetext={text} />
      </Progress.Root>
      {note && (
        <Text size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </Box>
  );
}
