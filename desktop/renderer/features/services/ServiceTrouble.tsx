import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Service } from '#shared/features/services/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { NotAnswering } from '../../ui/NotAnswering.tsx';
import type { useServiceAction } from './use-service-action.ts';

/** Unexpected stops, each with what to do next. */
const STOPS = ['out_of_memory', 'crashed', 'disk_full', 'host_lost', 'container_missing', 'server_restarted'] as const;

/** What may stop it soon. */
const WARNINGS = ['disk_nearly_full'] as const;

interface ServiceTroubleProps {
  service: Service;
  action: ReturnType<typeof useServiceAction>;
}

/** Why a service stopped unexpectedly, doesn't respond, or may stop soon, and what helps. */
export function ServiceTrouble({ service, action }: ServiceTroubleProps) {
  const { t } = useTranslation(['services', 'workspaces']);
  const [last] = service.status_changes;
  const status = service.service_status;
  if (service.not_answering_date)
    return <Silent service={service} action={action} since={service.not_answering_date} />;
  const trouble =
    status === 'Offline'
      ? STOPS.find((cause) => cause === last?.cause)
      : status === 'Active'
        ? WARNINGS.find((cause) => cause === last?.cause)
        : undefined;
  if (!trouble) return null;
  const color = status === 'Offline' ? 'red' : 'yellow';
  return (
    <Alert color={color} title={t(`workspaces:cause.${trouble}`)} icon={<IconAlertTriangle size={18} />}>
      {last?.detail && serverText(last.detail)} {service.may.edit && t(`trouble.${trouble}`)}
    </Alert>
  );
}

/** It runs but doesn't respond: people who may stop it can restart it here. */
function Silent({ service, action, since }: ServiceTroubleProps & { since: string }) {
  const { t } = useTranslation('services');
  const { may, status_changes: changes } = service;
  const found = changes.find(({ cause }) => cause === 'not_answering');
  const restart = may.stop && (
    <ActionButton label={t('trouble.restart')} icon={IconRefresh} {...action.press('restart')} />
  );
  return (
    <NotAnswering since={since} why={found?.detail} action={restart}>
      {t(may.stop ? 'trouble.not_answering' : 'trouble.not_answering_ask')}
    </NotAnswering>
  );
}
