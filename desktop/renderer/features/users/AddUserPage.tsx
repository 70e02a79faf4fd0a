import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { Page } from '../../ui/Page.tsx';
import { PageTabs } from '../../ui/PageTabs.tsx';
import { forManagers } from '../auth/index.ts';

/** /users/add, and its tabs below it */
export const AddUserPage = forManagers('users', 'add.title', AddUser);

function AddUser() {
  const { t } = useTranslation('users');
  const breadcrumbs = [{ label: t('title'), to: '/users' }, { label: t('add.title') }];
  const tabs = [
    { label: t('add.one'), to: '/users/add' },
    { label: t('add.several'), to: '/users/add/several' },
  ];
  return (
    <Page title={t('add.title')} intro={t('add.intro')} breadcrumbs={breadcrumbs} width="form">
      <PageTabs label={t('add.title')} tabs={tabs}>
        <Outlet />
      </PageTabs>
    </Page>
  );
}
