import { Badge, Button, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Billing } from '#shared/features/billing/contract.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { forManagers } from '../auth/index.ts';
import { BillAlerts } from './BillAlerts.tsx';
import { CapPanel } from './CapPanel.tsx';
import { CardPanel } from './CardPanel.tsx';
import { InvoiceTable } from './InvoiceTable.tsx';
import { LicencesPanel } from './LicencesPanel.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { billingQuery } from './queries.ts';
import { UpcomingInvoice } from './UpcomingInvoice.tsx';

/** /organization/billing */
export const BillingPage = forManagers('billing', 'title', Overview);

function Overview() {
  const { t } = useTranslation('billing');
  const billing = useQuery(billingQuery);
  const mark = billing.data?.test_mode && (
    <Badge color="yellow" variant="light" radius="sm" c="bright">
      {t('testMode')}
    </Badge>
  );
  return (
    <Page title={t('title')} intro={t('intro')} mark={mark}>
      <Loaded query={billing}>{(data) => <Panels billing={data} />}</Loaded>
    </Page>
  );
}

function Panels({ billing }: { billing: Billing }) {
  return (
    <Stack gap="md">
      <BillAlerts billing={billing} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <UpcomingInvoice billing={billing} />
        <MonthsChart months={billing.months} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        <LicencesPanel billing={billing} />
        <CardPanel card={billing.card} />
        <CapPanel cap={billing.monthly_cap} />
      </SimpleGrid>
      <PreviousInvoices invoices={billing.invoices} />
    </Stack>
  );
}

function PreviousInvoices({ invoices }: Pick<Billing, 'invoices'>) {
  const { t } = useTranslation('billing');
  return (
    <Stack gap="sm" component="section" aria-labelledby="invoices-title" mt="xs">
      <Group justify="space-between">
        <Title order={2} id="invoices-title">
          {t('invoices.previous')}
        </Title>
        {invoices.length > 0 && (
          <Button component={Link} to="/organization/invoices" variant="subtle" size="xs">
            {t('invoices.all')}
          </Button>
        )}
      </Group>
      {invoices.length === 0 ? (
        <EmptyState icon={<IconReceipt size={24} />} title={t('invoices.emptyTitle')} text={t('invoices.emptyText')} />
      ) : (
        <InvoiceTable label={t('invoices.previous')} rows={invoices} />
      )}
    </Stack>
  );
}
