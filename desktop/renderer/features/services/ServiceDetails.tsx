import { Anchor, Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import type { Service } from '#shared/features/services/contract.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useCurrentUser } from '../auth/index.ts';

/** What a service is; what can be changed is among its settings. */
export function ServiceDetails({ service }: { service: Service }) {
  const { t } = useTranslation('services');
  const user = useCurrentUser();
  return (
    <Panel title={t('details.title')}>
      <Facts>
        <Fact name={t('details.item')}>{service.service_name}</Fact>
        <Fact name={t('details.user')}>{service.user_name}</Fact>
        {service.url && (
          <Fact name={t('details.url')}>
            <Anchor href={service.url} target="_blank" rel="noopener" size="sm">
              {service.url}
            </Anchor>
            <CopyButton value={service.url} label={t('details.copyUrl')} />
          </Fact>
        )}
        {service.ports.map((port) => (
          <Fact key={port.port} name={port.name}>
            <Code>{port.address}</Code>
            <CopyButton value={port.address} label={t('details.copyAddress', { name: port.name })} />
          </Fact>
        ))}
        <Fact name={t('details.server')}>
          {isManager(user) ? (
            <Anchor component={Link} to={`/hosts/edit/${service.server_id}`} size="sm">
              {service.server_name}
            </Anchor>
          ) : (
            service.server_name
          )}
        </Fact>
        <Fact name={t('details.cpu')}>{t('details.cores', { count: service.cpu_cores })}</Fact>
        <Fact name={t('details.memory')}>{service.memory_display}</Fact>
        <Fact name={t('details.disk')}>{service.disk_display}</Fact>
        <Fact name={t('details.created')}>
          <RelativeTime date={service.create_date} />
        </Fact>
      </Facts>
    </Panel>
  );
}
