import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import type { Service } from '#shared/features/services/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useWatching } from '../../lib/use-watching.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { WatchPanel } from '../../ui/WatchPanel.tsx';
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
import { ServiceTrouble } from './ServiceTrouble.tsx';
import { useLiveService } from './use-live-service.ts';
import { useServiceAction } from './use-service-action.ts';
import { useServiceMessages } from './use-service-messages.ts';

/** /services/edit/{id}?watch=true */
export function EditServicePage() {
  const { t } = useTranslation('services');
  const { id = '' } = useParams();
  const user = useCurrentUser();
  const { data, isError, error, refetch, isFetching } = useLiveService(id);
  const action = useServiceAction(id);
  const service = data && serviceInOurLanguage(data);
  // A page that is being left changes no address any more: that would bring it back.
  const leaving = action.variables === 'delete' && (action.isPending || action.isSuccess);
  const [watching, setWatching] = useWatching(!leaving && data?.service_status === 'Pending');
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
      {watching && !leaving && status !== 'Deleted' && <Watch service={service} onDone={() => setWatching(false)} />}
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

/** The progress of a start. */
function Watch({ service, onDone }: { service: Service; onDone: () => void }) {
  const { t } = useTranslation('services');
  const init = useServiceMessages(service.id);
  const pending = service.service_status === 'Pending';
  return (
    <WatchPanel progress={init.progress} pending={pending} failedText={t('edit.startFailed')} onDone={onDone}>
      <ServiceProgress init={init} since={service.status_changes[0]?.date} />
    </WatchPanel>
  );
}
