import { Alert } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router-dom';
import type { Service } from '#shared/features/services/contract.ts';
import { useWatching } from '../../lib/use-watching.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageTabs } from '../../ui/PageTabs.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { LaunchDock, useLiveInstance } from '../instances/index.ts';
import { serviceInOurLanguage } from './in-our-language.ts';
import { SERVICE } from './kind.ts';
import { ServiceActions } from './ServiceActions.tsx';
import { ServiceNotFound } from './ServiceNotFound.tsx';
import { ServiceTrouble } from './ServiceTrouble.tsx';
import { useServiceAction } from './use-service-action.ts';

/** /services/edit/{id}?watch=true, and its tabs below it */
export function EditServicePage() {
  const { id = '' } = useParams();
  return (
    <Loaded query={useLiveInstance(SERVICE, id)} notFound={<ServiceNotFound />}>
      {(service) => <ServicePage key={id} service={serviceInOurLanguage(service)} />}
    </Loaded>
  );
}

function ServicePage({ service }: { service: Service }) {
  const { t } = useTranslation('services');
  const { id, name, service_status: status } = service;
  const action = useServiceAction(id);
  const [watching, setWatching] = useWatching(!action.leaving && status === 'Pending');
  return (
    <Page
      title={name}
      mark={<RunStatus status={status} silentSince={service.not_answering_date} />}
      intro={service.description}
      breadcrumbs={[{ label: t('title'), to: '/services' }, { label: name }]}
      actions={<ServiceActions service={service} action={action} />}
    >
      <FormBanner message={action.error?.message} />
      {status === 'Deleted' && <Alert color="red">{t('edit.isDeleted')}</Alert>}
      {status === 'Pending Deletion' && (
        <Alert color="yellow">
          <Trans t={t} i18nKey="edit.deletedUntil" components={{ time: <RelativeTime date={service.undo_until} /> }} />
        </Alert>
      )}
      <ServiceTrouble service={service} action={action} />
      <PageTabs label={name} tabs={tabsOf(service, t)}>
        <Outlet context={service} />
      </PageTabs>
      {status !== 'Deleted' && (
        <LaunchDock
          kind={SERVICE}
          instance={service}
          watching={watching && !action.leaving}
          failedText={t('edit.startFailed')}
          onDone={() => setWatching(false)}
        />
      )}
    </Page>
  );
}

function tabsOf({ id, may }: Service, t: (key: string) => string) {
  const path = `/services/edit/${id}`;
  return [
    { label: t('tab.overview'), to: path },
    { label: t('tab.activity'), to: `${path}/activity` },
    ...(may.edit ? [{ label: t('tab.settings'), to: `${path}/settings` }] : []),
  ];
}
