import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cents } from '#shared/features/billing/model.ts';
import type { Host } from '#shared/features/hosts/contract.ts';
import { numberText } from '../../lib/number-text.ts';
import { serverText } from '../../lib/server-text.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { moneyText } from '../billing/index.ts';

export function HostDetails({ host }: { host: Host }) {
  const { t, i18n } = useTranslation('hosts');
  const gb = (count: number) => t('add.gb', { count });
  const rows: [label: string, value: ReactNode][] = [
    [t('edit.type'), `${t(`kind.${host.kind}`)} · ${serverText(host.option_name)}`],
    [t('edit.cpu'), numberText(host.cpu_cores, i18n.language)],
    [t('edit.memory'), gb(host.memory_gb)],
    [t('edit.disk'), serverText(host.disk_display)],
    ...(host.vram_gb === null ? [] : [[t('edit.vram'), gb(host.vram_gb)] as [string, ReactNode]]),
    [t('edit.price'), moneyText(cents(host.monthly_price), i18n.language)],
    [t('edit.hostname'), host.hostname],
    [t('edit.created'), <RelativeTime key="created" date={host.create_date} />],
  ];
  return (
    <Panel title={t('edit.details')}>
      <Facts>
        {rows.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
