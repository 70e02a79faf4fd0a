import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { forManagers } from '../auth/index.ts';
import { AddHostForm } from './AddHostForm.tsx';
import { hostOptionsQuery } from './queries.ts';

/** /hosts/add */
export const AddHostPage = forManagers('hosts', 'add.title', AddHost);

function AddHost() {
  const { t } = useTranslation('hosts');
  const breadcrumbs = [{ label: t('title'), to: '/hosts' }, { label: t('add.title') }];
  return (
    <Page title={t('add.title')} intro={t('add.intro')} breadcrumbs={breadcrumbs} width="form">
      <Loaded query={useQuery(hostOptionsQuery)}>{(options) => <AddHostForm options={options} />}</Loaded>
    </Page>
  );
}
