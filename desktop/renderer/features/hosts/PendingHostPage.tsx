import { Alert, Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { getHost } from '#shared/features/hosts/contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { serverText } from '../../lib/server-text.ts';
import { Page } from '../../ui/Page.tsx';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import { ForManagers } from '../auth/index.ts';
import { toProgressMessage } from '../workspaces/index.ts';
import { HostNotFound } from './HostNotFound.tsx';
import { hostsKey } from './queries.ts';
import { useHostMessages } from './use-host-messages.ts';

/** spec/2 §4. */
const LEAVE_AFTER_MS = 3000;

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
  const { messages, progress, disconnected, error } = useHostMessages(id);
  useLeave(progress === 'ready', `/hosts/edit/${id}`);
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
        <ProgressTerminal
          title={t(`log.${progress}`)}
          messages={messages.map(toProgressMessage)}
          running={progress === 'working'}
          failed={progress === 'failed'}
          since={host?.create_date}
          disconnected={disconnected}
        />
        {progress === 'ready' && (
          <Alert color="harbor" role="status" p="sm">
            {t('pending.ready')}
          </Alert>
        )}
        {progress === 'failed' && (
          <Alert color="red" role="alert" p="sm">
            {t('pending.failed')}
          </Alert>
        )}
      </Stack>
    </Page>
  );
}

/** Goes to the host's page 3 s after it is ready, with everything about hosts read anew there. */
function useLeave(ready: boolean, to: string): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: hostsKey });
    void navigate(to, { replace: true });
  });
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => leave(), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ready]);
}
