import { Alert, Anchor, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { longDate } from '../../ui/time.ts';
import { ForManagers } from '../auth/index.ts';
import { billingDay } from '../billing/index.ts';
import { HostActions } from './HostActions.tsx';
import { HostDetails } from './HostDetails.tsx';
import { HostMeters } from './HostMeters.tsx';
import { HostNotFound } from './HostNotFound.tsx';
import { HostSettings } from './HostSettings.tsx';
import { HostStatus } from './HostStatus.tsx';
import { HostTenants } from './HostTenants.tsx';
import { hostQuery } from './queries.ts';
import { useHostAction } from './use-host-action.ts';
import { useLiveHosts } from './use-live-hosts.ts';

/** /hosts/edit/{id} */
export function EditHostPage() {
  const { t } = useTranslation('hosts');
  return (
    <ForManagers title={t('title')}>
      <EditHost />
    </ForManagers>
  );
}

function EditHost() {
  const { t, i18n } = useTranslation('hosts');
  const { id = '' } = useParams();
  const { data: host, error, isError, refetch, isFetching } = useQuery(hostQuery(id));
  const action = useHostAction(id);
  useLiveHosts();
  if (error instanceof ApiError && error.notFound) return <HostNotFound />;
  if (!host) {
    return isError ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <PageSkeleton />
    );
  }
  const day = (date: string) => billingDay(date, i18n.language);
  return (
    <Page
      title={host.name}
      mark={<HostStatus host={host} />}
      breadcrumbs={[{ label: t('title'), to: '/hosts' }, { label: host.name }]}
      actions={<HostActions host={host} action={action} />}
    >
      {action.error && (
        <Alert color="red" role="alert">
          {action.error.message}
        </Alert>
      )}
      {host.scheduled_delete_date && (
        <Alert color="yellow">{t('edit.scheduled', { date: day(host.scheduled_delete_date) })}</Alert>
      )}
      {host.lost_date && (
        <Alert color="red" role="alert">
          <Trans
            ns="hosts"
            i18nKey="edit.lostText"
            values={{ date: longDate(new Date(host.lost_date), i18n.language) }}
            components={{ ago: <RelativeTime date={host.lost_date} /> }}
          />
        </Alert>
      )}
      {host.status === 'Pending' && (
        <Alert color="blue">
          {t('edit.making')}{' '}
          <Anchor component={Link} to={`/hosts/pending/${id}`} inherit>
            {t('edit.watch')}
          </Anchor>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <HostDetails host={host} />
        <Stack gap="md">
          <HostMeters host={host} />
          <HostSettings key={host.id} host={host} />
        </Stack>
      </SimpleGrid>
      <HostTenants id={id} />
    </Page>
  );
}
