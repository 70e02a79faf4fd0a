import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { serverText } from '../../lib/server-text.ts';
import { PendingPage } from '../../ui/PendingPage.tsx';
import { LaunchProgress, useLaunch, useLeaveLaunch, useLiveInstance } from '../instances/index.ts';
import { SERVICE } from './kind.ts';
import { ServiceNotFound } from './ServiceNotFound.tsx';

/** /services/pending/{id}: how a new service comes up. */
export function PendingServicePage() {
  const { t } = useTranslation('services');
  const { id = '' } = useParams();
  const { data: service, error } = useLiveInstance(SERVICE, id);
  const init = useLaunch(SERVICE, id);
  const { staying, stay } = useLeaveLaunch(SERVICE, id, init.progress);
  if (error instanceof ApiError && error.notFound) return <ServiceNotFound />;
  return (
    <PendingPage
      title={t('pending.title')}
      intro={service && t('pending.intro', { name: service.name, item: serverText(service.service_name) })}
      breadcrumbs={[{ label: t('title'), to: '/services' }, { label: service?.name ?? t('pending.title') }]}
      back={{ to: '/services', text: t('toServices') }}
      progress={init.progress}
      log={<LaunchProgress kind={SERVICE} init={init} since={service?.create_date} />}
      ready={t('pending.ready')}
      failed={
        <>
          {t(staying ? 'pending.failedStaying' : 'pending.failed')}
          {!staying && (
            <Button variant="default" size="xs" ml="sm" onClick={stay}>
              {t('pending.stay')}
            </Button>
          )}
        </>
      }
    />
  );
}
