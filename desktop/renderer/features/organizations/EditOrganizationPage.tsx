import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { forManagers } from '../auth/index.ts';
import { billingQuery, CardPanel, EndPanel } from '../billing/index.ts';
import { SecretsPanel } from '../secrets/index.ts';
import { EditOrganizationForm } from './EditOrganizationForm.tsx';
import { PublicLinksPanel } from './PublicLinksPanel.tsx';
import { organizationQuery } from './queries.ts';

/** /organization/edit */
export const EditOrganizationPage = forManagers('organizations', 'edit.title', EditOrganization);

function EditOrganization() {
  const { t } = useTranslation('organizations');
  const { data: organization } = useQuery(organizationQuery);
  return (
    <Page title={t('edit.title')} intro={t('edit.intro')} width="form">
      {organization ? (
        <Stack gap="md">
          <EditOrganizationForm key={organization.id} organization={organization} />
          <PublicLinksPanel allowed={organization.public_links} />
          <SecretsPanel whose={{ owner: 'organization' }} />
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
  return (
    <Loaded query={useQuery(billingQuery)} skeleton={<Skeleton h={160} />}>
      {(billing) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <CardPanel card={billing.card} />
          <EndPanel billing={billing} />
        </SimpleGrid>
      )}
    </Loaded>
  );
}
