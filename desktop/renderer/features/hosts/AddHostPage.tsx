import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ForManagers } from '../auth/index.ts';
import { AddHostForm } from './AddHostForm.tsx';
import { hostOptionsQuery } from './queries.ts';

/** /hosts/add */
export function AddHostPage() {
  const { t } = useTranslation('hosts');
  return (
    <ForManagers title={t('add.title')}>
      <AddHost />
    </ForManagers>
  );
}

function AddHost() {
  const { t } = useTranslation('hosts');
  const { data: options, error, isFetching, refetch } = useQuery(hostOptionsQuery);
  const breadcrumbs = [{ label: t('title'), to: '/hosts' }, { label: t('add.title') }];
  return (
    <Page title={t('add.title')} intro={t('add.intro')} breadcrumbs={breadcrumbs} width="form">
      {options && <AddHostForm options={options} />}
      {!options && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!options && !error && <PageSkeleton />}
    </Page>
  );
}
