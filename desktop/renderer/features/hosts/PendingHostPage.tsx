import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { getHost } from '#shared/features/hosts/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { serverText } from '../../lib/server-text.ts';
import { useLeave } from '../../lib/use-leave.ts';
import { Page } from '../../ui/Page.tsx';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import { ForManagers } from '../auth/index.ts';
import { HostNotFound } from './HostNotFound.tsx';
import { hostsKey } from './queries.ts';
import { useHostMessages } from './use-host-messages.ts';

/** /hosts/pending/{id} */
export function PendingHostPage() {
  const { t } = useTranslation('hosts');
  return (
    <ForManagers title={t('pending.title')}>
      <PendingHost />
    </ForManagers>
  );
}

function PendingHost() {
  const { t } = useTranslation('hosts');
  const { id = '' } = useParams();
  // One that failed is gone from the hosts; how it went can still be read.
  const { data: host } = useQuery({
    queryKey: [...hostsKey, 'pending', id],
    queryFn: ({ signal }) => call(getHost, { params: { serverID: id }, signal }),
    retry: false,
  });
  const { error, ...init } = useHostMessages(id);
  useLeave(init.progress, { ready: `/hosts/edit/${id}` }, hostsKey);
  if (error instanceof ApiError && error.notFound) return <HostNotFound />;
  return (
    <Page
      title={t('pending.title')}
      intro={host && t('pending.intro', { name: host.name, type: serverText(host.option_name) })}
      breadcrumbs={[{ label: t('title'), to: '/hosts' }, { label: host?.name ?? t('pending.title') }]}
      actions={
        <Button component={Link} to="/hosts" variant="default">
          {t('toHosts')}
        </Button>
      }
    >
      <Stack gap="md" maw={960}>
        <ProgressTerminal {...init} title={t(`log.${init.progress}`)} since={host?.create_date} />
        {init.progress === 'ready' && (
          <Alert color="harbor" role="status" p="sm">
            {t('pending.ready')}
          </Alert>
        )}
        {init.progress === 'failed' && (
          <Alert color="red" role="alert" p="sm">
            {t('pending.failed')}
          </Alert>
        )}
      </Stack>
    </Page>
  );
}
