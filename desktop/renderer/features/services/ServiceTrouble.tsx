import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Service } from '#shared/features/services/contract.ts';
import { serverText } from '../../lib/server-text.ts';

/** Stops that nobody asked for, each with what to do next. */
const STOPS = ['out_of_memory', 'crashed', 'disk_full', 'host_lost', 'container_missing', 'server_restarted'] as const;

/** Why a service does not run although nobody stopped it, and what helps. */
export function ServiceTrouble({ service }: { service: Service }) {
  const { t } = useTranslation(['services', 'workspaces']);
  const [last] = service.status_changes;
  const stop = service.service_status === 'Offline' ? STOPS.find((cause) => cause === last?.cause) : undefined;
  if (!stop) return null;
  return (
    <Alert color="red" title={t(`workspaces:cause.${stop}`)} icon={<IconAlertTriangle size={18} />}>
      {last?.detail && serverText(last.detail)} {service.may.start && t(`trouble.${stop}`)}
    </Alert>
  );
}
