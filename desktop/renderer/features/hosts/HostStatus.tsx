import { useTranslation } from 'react-i18next';
import type { HostRow } from '#shared/features/hosts/contract.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Its status; of one that is away, that. */
export function HostStatus({ host }: { host: Pick<HostRow, 'status' | 'lost_date'> }) {
  const { t } = useTranslation('hosts');
  return host.lost_date ? <StatusBadge status={t('lost')} tone="bad" /> : <StatusBadge status={host.status} />;
}
