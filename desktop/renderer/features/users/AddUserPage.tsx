import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { forManagers } from '../auth/index.ts';
import { organizationQuery } from '../organizations/index.ts';
import { AddUserForm } from './AddUserForm.tsx';

/** /users/add */
export const AddUserPage = forManagers('users', 'add.title', AddUser);

function AddUser() {
  const { t } = useTranslation('users');
  const { data: organization } = useQuery(organizationQuery);
  const breadcrumbs = [{ label: t('title'), to: '/users' }, { label: t('add.title') }];
  return (
    <Page title={t('add.title')} intro={t('add.intro')} breadcrumbs={breadcrumbs} width="form">
      {organization ? (
        <AddUserForm freeSeats={(organization.user_licenses ?? 0) - (organization.users ?? 0)} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
