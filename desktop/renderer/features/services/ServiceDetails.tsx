import { Anchor, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Service } from '#shared/features/services/contract.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './ServiceDetails.module.css';

/** All there is to know of a service (spec/2 §2). */
export function ServiceDetails({ service }: { service: Service }) {
  const { t } = useTranslation('services');
  return (
    <Panel title={t('details.title')}>
      <dl className={classes.list}>
        <Fact name={t('details.status')}>
          <StatusBadge status={service.service_status} />
        </Fact>
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
        <Fact name={t('details.server')}>{service.server_name}</Fact>
        <Fact name={t('details.cpu')}>{t('details.cores', { count: service.cpu_cores })}</Fact>
        <Fact name={t('details.memory')}>{service.memory_display}</Fact>
        <Fact name={t('details.disk')}>{service.disk_display}</Fact>
        <Fact name={t('details.created')}>
          <RelativeTime date={service.create_date} />
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
