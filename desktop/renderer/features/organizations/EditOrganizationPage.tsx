import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { billingQuery, CardPanel, EndPanel } from '../billing/index.ts';
import { EditOrganizationForm } from './EditOrganizationForm.tsx';
import { organizationQuery } from './queries.ts';

/** /organization/edit */
export function EditOrganizationPage() {
  const { t } = useTranslation('organizations');
  return (
    <ForManagers title={t('edit.title')}>
      <EditOrganization />
    </ForManagers>
  );
}

function EditOrganization() {
  const { t } = useTranslation('organizations');
  const { data: organization } = useQuery(organizationQuery);
  return (
    <Page title={t('edit.title')} intro={t('edit.intro')} width="form">
      {organization ? (
        <Stack gap="md">
          <EditOrganizationForm key={organization.id} organization={organization} />
          <Account />
        </Stack>
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}

/** The card, and deleting the account. */
function Account() {
  const billing = useQuery(billingQuery);
  if (billing.isError && !billing.data) {
    return <ErrorState error={billing.error} onRetry={() => void billing.refetch()} retrying={billing.isFetching} />;
  }
  if (!billing.data) return <Skeleton h={160} />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CardPanel card={billing.data.card} />
      <EndPanel billing={billing.data} />
    </SimpleGrid>
  );
}
