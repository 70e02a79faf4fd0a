import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { serverText } from '../../lib/server-text.ts';
import { useLeave } from '../../lib/use-leave.ts';
import { Page } from '../../ui/Page.tsx';
import { servicesKey } from './queries.ts';
import { ServiceNotFound } from './ServiceNotFound.tsx';
import { ServiceProgress } from './ServiceProgress.tsx';
import { useLiveService } from './use-live-service.ts';
import { useServiceMessages } from './use-service-messages.ts';

/** /services/pending/{id}: how a new service comes up. */
export function PendingServicePage() {
  const { t } = useTranslation('services');
  const { id = '' } = useParams();
  const service = useLiveService(id);
  const init = useServiceMessages(id);
  const [staying, setStaying] = useState(false);
  const editPath = `/services/edit/${id}`;
  useLeave(staying ? 'working' : init.progress, { ready: editPath, failed: '/services?message=error' }, servicesKey);
  if (service.error instanceof ApiError && service.error.notFound) return <ServiceNotFound />;
  return (
    <Page
      title={t('pending.title')}
      intro={
        service.data
          ? t('pending.intro', { name: service.data.name, item: serverText(service.data.service_name) })
          : undefined
      }
      breadcrumbs={[{ label: t('title'), to: '/services' }, { label: service.data?.name ?? t('pending.title') }]}
      actions={
        <Button component={Link} to="/services" variant="default">
          {t('toServices')}
        </Button>
      }
    >
      <Stack gap="md" maw={960}>
        <ServiceProgress init={init} since={service.data?.create_date} />
        {init.progress === 'ready' && (
          <Alert color="harbor" role="status" p="sm">
            {t('pending.ready')}
          </Alert>
        )}
        {init.progress === 'failed' && (
          <Alert color="red" role="alert" p="sm">
            {t(staying ? 'pending.failedStaying' : 'pending.failed')}
            {!staying && (
              <Button variant="default" size="xs" ml="sm" onClick={() => setStaying(true)}>
                {t('pending.stay')}
              </Button>
            )}
          </Alert>
        )}
      </Stack>
    </Page>
  );
}
