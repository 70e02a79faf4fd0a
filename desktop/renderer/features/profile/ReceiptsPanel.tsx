import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { impersonationsQuery } from './queries.ts';

/** When an administrator acted as the person, who, and why. */
export function ReceiptsPanel() {
  const { t } = useTranslation('profile');
  const receipts = useQuery(impersonationsQuery);
  return (
    <Panel title={t('receipts.title')} text={t('receipts.text')}>
      <PanelList query={receipts} none={t('receipts.none')}>
        {(receipt) => (
          <Stack key={receipt.id} component="li" gap={2}>
            <Text fw={550}>{receipt.reason}</Text>
            <Text size="sm" c="dimmed" className="tabular">
              <Trans
                t={t}
                i18nKey={receipt.end_date ? 'receipts.over' : 'receipts.now'}
                count={minutesOf(receipt)}
                values={{ name: receipt.by_name, organization: receipt.organization_name }}
                components={{ time: <RelativeTime date={receipt.start_date} /> }}
              />
            </Text>
          </Stack>
        )}
      </PanelList>
    </Panel>
  );
}

function minutesOf({ start_date, end_date }: { start_date: string; end_date: string | null }): number {
  return Math.max(1, Math.round((Date.parse(end_date ?? start_date) - Date.parse(start_date)) / 60_000));
}
