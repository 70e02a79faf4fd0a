import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useWatching } from '../../lib/use-watching.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { History, useLiveInstance, WatchStart } from '../instances/index.ts';
import { WorkspaceSnapshots } from '../snapshots/index.ts';
import { serviceInOurLanguage } from './in-our-language.ts';
import { SERVICE } from './kind.ts';
import { ServiceActions } from './ServiceActions.tsx';
import { ServiceDetails } from './ServiceDetails.tsx';
import { ServiceInstructions } from './ServiceInstructions.tsx';
import { ServiceNotFound } from './ServiceNotFound.tsx';
import { ServiceSettings } from './ServiceSettings.tsx';
import { ServiceTrouble } from './ServiceTrouble.tsx';
import { useServiceAction } from './use-service-action.ts';

/** /services/edit/{id}?watch=true */
export function EditServicePage() {
  const { t } = useTranslation('services');
  const { id = '' } = useParams();
  const user = useCurrentUser();
  const { data, isError, error, refetch, isFetching } = useLiveInstance(SERVICE, id);
  const action = useServiceAction(id);
  const service = data && serviceInOurLanguage(data);
  const [watching, setWatching] = useWatching(!action.leaving && data?.service_status === 'Pending');
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
      mark={<RunStatus status={status} silentSince={service.not_answering_date} />}
      intro={service.description}
      breadcrumbs={[{ label: t('title'), to: '/services' }, { label: service.name }]}
      actions={<ServiceActions service={service} action={action} />}
    >
      {action.error && <Alert color="red">{action.error.message}</Alert>}
      {status === 'Deleted' && <Alert color="red">{t('edit.isDeleted')}</Alert>}
      <ServiceTrouble service={service} action={action} />
      {watching && !action.leaving && status !== 'Deleted' && (
        <WatchStart
          kind={SERVICE}
          instance={service}
          failedText={t('edit.startFailed')}
          onDone={() => setWatching(false)}
        />
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          {service.instructions && <ServiceInstructions text={service.instructions} />}
          <ServiceDetails service={service} />
        </Stack>
        <Stack gap="md">
          {may.edit && <ServiceSettings key={service.id} service={service} />}
          <History changes={service.status_changes} />
        </Stack>
      </SimpleGrid>
      {service.snapshot_flag && isManager(user) && <WorkspaceSnapshots workspaceId={service.id} />}
    </Page>
  );
}
