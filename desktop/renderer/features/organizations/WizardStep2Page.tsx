import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PricingSummary, startChargeQuery } from '../billing/index.ts';
import { CreditNotice } from './CreditNotice.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { organizationPaymentQuery } from './queries.ts';

/** /wizard/step2 */
export function WizardStep2Page() {
  const { t } = useTranslation(['wizard', 'common']);
  const { data: organization } = useQuery(organizationPaymentQuery);
  const charges = organization && organization.setup_step <= 2;
  const price = useQuery(startChargeQuery);
  return (
    <Page title={t('step2.title')} intro={t('step2.intro')}>
      {organization && price.data !== undefined ? (
        <Stack gap="md">
          {charges && <CreditNotice organization={organization} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <PricingSummary firstCharge={price.data} />
            <PaymentStep organization={organization} price={price.data} />
          </SimpleGrid>
          <Group>
            <Button component={Link} to="/wizard/step1" variant="default">
              {t('common:action.back')}
            </Button>
          </Group>
        </Stack>
      ) : price.isError ? (
        <ErrorState error={price.error} onRetry={() => void price.refetch()} retrying={price.isFetching} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
