import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { toastError } from '../../ui/toast.ts';
import { forManagers } from '../auth/index.ts';
import { AddServiceForm } from './AddServiceForm.tsx';
import { itemInOurLanguage } from './in-our-language.ts';
import { catalogueQuery, serviceServersQuery, serviceUsersQuery } from './queries.ts';

/** /services/add?service_id={id}&snapshot_id={optional} */
export function AddServicePage() {
  const serviceId = useSearchParams()[0].get('service_id');
  return serviceId ? <AddIt serviceId={serviceId} /> : <Navigate to="/services/browse" replace />;
}

const AddIt = forManagers('services', 'addPage.titleUnknown', AddService);

function AddService({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('services');
  const navigate = useNavigate();
  const snapshotId = useSearchParams()[0].get('snapshot_id');
  const catalogue = useQuery(catalogueQuery);
  const servers = useQuery({ ...serviceServersQuery, staleTime: 0 });
  const users = useQuery(serviceUsersQuery(serviceId));
  const listed = catalogue.data?.find(({ service_id }) => service_id === serviceId);
  const item = listed && itemInOurLanguage(listed);
  const hostless = servers.isFetchedAfterMount && servers.data?.length === 0;
  const leave = useEffectEvent(() => {
    toastError(t('addPage.noHost'));
    void navigate('/services/browse', { replace: true });
  });
  useEffect(() => {
    if (hostless) leave();
  }, [hostless]);
  if (catalogue.data && !item) return <Navigate to="/services/browse" replace />;
  const there = item && servers.data?.length && users.data && { item, servers: servers.data, users: users.data };
  const title = item ? t('addPage.title', { name: item.name }) : t('addPage.titleUnknown');
  return (
    <Page
      title={title}
      intro={there ? there.item.description : '\u00a0'}
      breadcrumbs={[
        { label: t('title'), to: '/services' },
        { label: t('browse.title'), to: '/services/browse' },
        { label: item?.name ?? title },
      ]}
      width="form"
    >
      {there ? <AddServiceForm key={there.item.service_id} {...there} snapshotId={snapshotId} /> : <PageSkeleton />}
    </Page>
  );
}
