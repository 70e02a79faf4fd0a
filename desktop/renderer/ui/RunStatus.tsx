import { useTranslation } from 'react-i18next';
import { StatusBadge } from './StatusBadge.tsx';

interface RunStatusProps {
  status: string;
  /** Since when it hasn't responded; null while it does. */
  silentSince: string | null;
}

/** The status of something that runs, or that it isn't responding. */
export function RunStatus({ status, silentSince }: RunStatusProps) {
  const { t } = useTranslation('common');
  return silentSince ? <StatusBadge status={t('health.notAnswering')} tone="bad" /> : <StatusBadge status={status} />;
}
