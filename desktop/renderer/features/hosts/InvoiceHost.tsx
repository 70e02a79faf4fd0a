import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getHost } from '#shared/features/hosts/contract.ts';
import { numberText } from '../../lib/number-text.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { serverText } from '../../lib/server-text.ts';
import { Panel } from '../../ui/Panel.tsx';
import { HostActions } from './HostActions.tsx';
import { HostStatus } from './HostStatus.tsx';
import { hostsKey } from './queries.ts';
import { useHostAction } from './use-host-action.ts';

/** The host an invoice is for, with the actions its status allows. */
export function InvoiceHost({ id }: { id: string }) {
  const { t, i18n } = useTranslation('hosts');
  // If it was removed meanwhile, the invoice is shown without it.
  const { data: host } = useQuery({
    ...routeQuery([...hostsKey, 'one', id], getHost, { params: { serverID: id } }),
    retry: false,
  });
  const action = useHostAction(id);
  if (!host) return null;
  return (
    <Panel
      title={host.name}
      mark={<HostStatus host={host} />}
      action={
        <Group gap="xs">
          <Button component={Link} to={`/hosts/edit/${id}`} variant="default">
            {t('column.edit')}
          </Button>
          <HostActions host={host} action={action} />
        </Group>
      }
    >
      {action.error && <Alert color="red">{action.error.message}</Alert>}
      <Text size="sm" className="tabular">
        {serverText(host.option_name)} · {t('edit.cpu')}: {numberText(host.cpu_cores, i18n.language)} ·{' '}
        {t('edit.memory')}: {t('add.gb', { count: host.memory_gb })} · {t('edit.disk')}: {serverText(host.disk_display)}
      </Text>
    </Panel>
  );
}
