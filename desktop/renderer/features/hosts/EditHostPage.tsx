import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { Link, Outlet, useParams } from 'react-router-dom';
import type { Host } from '#shared/features/hosts/contract.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageTabs } from '../../ui/PageTabs.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { longDate } from '../../ui/time.ts';
import { forManagers } from '../auth/index.ts';
import { billingDay } from '../billing/index.ts';
import { HostActions } from './HostActions.tsx';
import { HostNotFound } from './HostNotFound.tsx';
import { HostStatus } from './HostStatus.tsx';
import { hostQuery } from './queries.ts';
import { useHostAction } from './use-host-action.ts';
import { useLiveHosts } from './use-live-hosts.ts';

/** /hosts/edit/{id}, and its tabs below it */
export const EditHostPage = forManagers('hosts', 'title', EditHost);

function EditHost() {
  const { id = '' } = useParams();
  useLiveHosts();
  return (
    <Loaded query={useQuery(hostQuery(id))} notFound={<HostNotFound />}>
      {(host) => <HostPage key={id} host={host} />}
    </Loaded>
  );
}

function HostPage({ host }: { host: Host }) {
  const { t, i18n } = useTranslation('hosts');
  const action = useHostAction(host.id);
  const path = `/hosts/edit/${host.id}`;
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
          <Anchor component={Link} to={`/hosts/pending/${host.id}`} inherit>
            {t('edit.watch')}
          </Anchor>
        </Alert>
      )}
      <PageTabs
        label={host.name}
        tabs={[
          { label: t('tab.overview'), to: path },
          { label: t('tab.settings'), to: `${path}/settings` },
        ]}
      >
        <Outlet context={host} />
      </PageTabs>
    </Page>
  );
}
