import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { rooms } from '#shared/api/rooms.ts';
import { getHost } from '#shared/features/hosts/contract.ts';
import { HOST_READY } from '#shared/features/hosts/model.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useInitMessages } from '../../lib/init-messages.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { serverText } from '../../lib/server-text.ts';
import { useLeave } from '../../lib/use-leave.ts';
import { PendingPage } from '../../ui/PendingPage.tsx';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import { forManagers } from '../auth/index.ts';
import { HostNotFound } from './HostNotFound.tsx';
import { hostMessagesQuery, hostsKey } from './queries.ts';

/** /hosts/pending/{id} */
export const PendingHostPage = forManagers('hosts', 'pending.title', PendingHost);

function PendingHost() {
  const { t } = useTranslation('hosts');
  const { id = '' } = useParams();
  // A failed one is no longer among the hosts; its log can still be read.
  const { data: host } = useQuery({
    ...routeQuery([...hostsKey, 'pending', id], getHost, { params: { serverID: id } }),
    retry: false,
  });
  const { error, ...init } = useInitMessages(hostMessagesQuery(id), rooms.hostInit(id), HOST_READY);
  useLeave(init.progress, { ready: `/hosts/edit/${id}` }, hostsKey);
  if (error instanceof ApiError && error.notFound) return <HostNotFound />;
  return (
    <PendingPage
      title={t('pending.title')}
      intro={host && t('pending.intro', { name: host.name, type: serverText(host.option_name) })}
      breadcrumbs={[{ label: t('title'), to: '/hosts' }, { label: host?.name ?? t('pending.title') }]}
      back={{ to: '/hosts', text: t('toHosts') }}
      progress={init.progress}
      log={<ProgressTerminal {...init} title={t(`log.${init.progress}`)} since={host?.create_date} />}
      ready={t('pending.ready')}
      failed={t('pending.failed')}
    />
  );
}
