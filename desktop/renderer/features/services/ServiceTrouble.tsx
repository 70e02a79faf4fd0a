import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Service } from '#shared/features/services/contract.ts';
import { serverText } from '../../lib/server-text.ts';

/** Stops that nobody asked for, each with what to do next. */
const STOPS = ['out_of_memory', 'crashed', 'disk_full', 'host_lost', 'container_missing', 'server_restarted'] as const;

/** What may stop it soon. */
const WARNINGS = ['disk_nearly_full'] as const;

/** Why a service does not run although nobody stopped it, or may not for long, and what helps. */
export function ServiceTrouble({ service }: { service: Service }) {
  const { t } = useTranslation(['services', 'workspaces']);
  const [last] = service.status_changes;
  const status = service.service_status;
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
