import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { ApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { WorkspaceSnapshots } from '../snapshots/index.ts';
import { WorkspaceHistory } from '../workspaces/index.ts';
import { serviceInOurLanguage } from './in-our-language.ts';
import { ServiceActions } from './ServiceActions.tsx';
import { ServiceDetails } from './ServiceDetails.tsx';
import { ServiceInstructions } from './ServiceInstructions.tsx';
import { ServiceNotFound } from './ServiceNotFound.tsx';
import { ServiceProgress } from './ServiceProgress.tsx';
import { ServiceSettings } from './ServiceSettings.tsx';
import { useLiveService } from './use-live-service.ts';
import { useServiceAction } from './use-service-action.ts';
import { useServiceMessages } from './use-service-messages.ts';

/** How long the finished log stays in sight. */
const STAYS_MS = 3000;

/** /services/edit/{id}?watch=true */
export function EditServicePage() {
  const { t } = useTranslation('services');
  const { id = '' } = useParams();
  const user = useCurrentUser();
  const { data, isError, error, refetch, isFetching } = useLiveService(id);
  const action = useServiceAction(id);
  const service = data && serviceInOurLanguage(data);
  const [watching, setWatching] = useWatching(data?.service_status);
  if (error instanceof ApiError && error.notFound) return <ServiceNotFound />;
  if (!service) {
    return isError ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <PageSkeleton />
    );
  }
  const { service_status: status, may } = service;
  return (
    <Page
      title={service.name}
      mark={<StatusBadge status={status} />}
      intro={service.description}
      breadcrumbs={[{ label: t('title'), to: '/services' }, { label: service.name }]}
      actions={<ServiceActions service={service} action={action} />}
    >
      {action.error && <Alert color="red">{action.error.message}</Alert>}
      {status === 'Deleted' && <Alert color="red">{t('edit.isDeleted')}</Alert>}
      {watching && status !== 'Deleted' && (
        <Watch id={id} pending={status === 'Pending'} since={service.status_changes[0]?.date} onDone={setWatching} />
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          {service.instructions && <ServiceInstructions text={service.instructions} />}
          <ServiceDetails service={service} />
        </Stack>
        <Stack gap="md">
          {may.edit && <ServiceSettings key={service.id} service={service} />}
          <WorkspaceHistory changes={service.status_changes} />
        </Stack>
      </SimpleGrid>
      {service.snapshot_flag && isManager(user) && <WorkspaceSnapshots workspaceId={service.id} />}
    </Page>
  );
}

interface WatchProps {
  id: string;
  pending: boolean;
  since: string | undefined;
  onDone: (watch: false) => void;
}

/** The progress of a start: goes when it is done, stays with its lines when it failed. */
function Watch({ id, pending, since, onDone }: WatchProps) {
  const { t } = useTranslation('services');
  const init = useServiceMessages(id);
  const over = !pending && init.progress !== 'failed';
  const done = useEffectEvent(() => onDone(false));
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => done(), STAYS_MS);
    return () => clearTimeout(timer);
  }, [over]);
  return (
    <Stack gap="sm">
      {init.progress === 'failed' && !pending && (
        <Alert color="red" role="alert" p="sm">
          {t('edit.startFailed')}
        </Alert>
      )}
      <ServiceProgress {...init} since={since} />
    </Stack>
  );
}

/** `watch=true` in the address; a Pending service is always watched (spec/2 §4). */
function useWatching(status: WorkspaceStatus | undefined) {
  const [parameters, setParameters] = useSearchParams();
  const watching = parameters.get('watch') === 'true';
  const setWatching = (watch: boolean) => setParameters(watch ? { watch: 'true' } : {}, { replace: true });
  const watch = useEffectEvent(() => setWatching(true));
  useEffect(() => {
    if (status === 'Pending' && !watching) watch();
  }, [status, watching]);
  return [watching, setWatching] as const;
}
