import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { impersonationsQuery } from './queries.ts';

/** When an administrator acted as the person, who, and why. */
export function ReceiptsPanel() {
  const { t } = useTranslation('profile');
  const receipts = useQuery(impersonationsQuery);
  return (
    <Panel title={t('receipts.title')} text={t('receipts.text')}>
      {receipts.isPending && <PageSkeleton rows={1} />}
      {receipts.isError && !receipts.data && (
        <ErrorState error={receipts.error} onRetry={() => void receipts.refetch()} retrying={receipts.isFetching} />
      )}
      {receipts.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('receipts.none')}
        </Text>
      )}
      {receipts.data && receipts.data.length > 0 && (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {receipts.data.map((receipt) => (
            <Stack key={receipt.id} component="li" gap={2}>
              <Text fw={550}>{receipt.reason}</Text>
              <Text size="sm" c="dimmed" className="tabular">
                {t('receipts.by', { name: receipt.by_name, organization: receipt.organization_name })}{' '}
                <RelativeTime date={receipt.start_date} /> ·{' '}
                {receipt.end_date ? t('receipts.minutes', { count: minutesOf(receipt) }) : t('receipts.now')}
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function minutesOf({ start_date, end_date }: { start_date: string; end_date: string | null }): number {
  return Math.max(1, Math.round((Date.parse(end_date ?? start_date) - Date.parse(start_date)) / 60_000));
}
