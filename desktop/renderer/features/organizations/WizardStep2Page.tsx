import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cents } from '#shared/features/billing/model.ts';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PricingSummary, useFirstCharge } from '../billing/index.ts';
import { CreditNotice } from './CreditNotice.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { organizationPaymentQuery } from './queries.ts';

/** /wizard/step2 */
export function WizardStep2Page() {
  const { t } = useTranslation(['wizard', 'common']);
  const { data: organization } = useQuery(organizationPaymentQuery);
  const firstCharge = useFirstCharge();
  const charges = organization && organization.setup_step <= 2;
  // Credit is used before the card.
  const dueNow = cents(Math.max(0, firstCharge.amount - (organization?.promised_credit ?? 0)));
  return (
    <Page title={t('step2.title')} intro={t('step2.intro')}>
      {organization ? (
        <Stack gap="md">
          {charges && <CreditNotice organization={organization} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <PricingSummary firstCharge={charges ? firstCharge : undefined} />
            <PaymentStep organization={organization} dueNow={charges ? dueNow : undefined} />
          </SimpleGrid>
          <Group>
            <Button component={Link} to="/wizard/step1" variant="default">
              {t('common:action.back')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
