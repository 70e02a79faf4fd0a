import { Alert, Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { serverText } from '../../lib/server-text.ts';
import { Page } from '../../ui/Page.tsx';
import { servicesKey } from './queries.ts';
import { ServiceNotFound } from './ServiceNotFound.tsx';
import { ServiceProgress } from './ServiceProgress.tsx';
import { useLiveService } from './use-live-service.ts';
import { type Progress, useServiceMessages } from './use-service-messages.ts';

/** spec/2 §4. */
const LEAVE_AFTER_MS = { ready: 3000, failed: 5000 } as const;

/** /services/pending/{id}: how a new service comes up. */
export function PendingServicePage() {
  const { t } = useTranslation('services');
  const { id = '' } = useParams();
  const service = useLiveService(id);
  const init = useServiceMessages(id);
  const [staying, setStaying] = useState(false);
  const editPath = `/services/edit/${id}`;
  useLeave(staying ? 'working' : init.progress, { ready: editPath, failed: '/services?message=error' });
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
        <ServiceProgress {...init} since={service.data?.create_date} />
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

/** Goes on 3 s after success and 5 s after a failure, with the lists and the service read anew there. */
function useLeave(progress: Progress, to: { ready: string; failed: string }): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useEffectEvent((reason: 'ready' | 'failed') => {
    void client.invalidateQueries({ queryKey: servicesKey });
    void navigate(to[reason], { replace: true });
  });
  useEffect(() => {
    if (progress === 'working') return;
    const timer = setTimeout(() => leave(progress), LEAVE_AFTER_MS[progress]);
    return () => clearTimeout(timer);
  }, [progress]);
}
