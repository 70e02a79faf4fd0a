import { useTranslation } from 'react-i18next';
import { StatusBadge } from './StatusBadge.tsx';

interface RunStatusProps {
  status: string;
  /** Since when it has not answered; null while it does. */
  silentSince: string | null;
}

/** The status of something that runs; of what does not answer, that. */
export function RunStatus({ status, silentSince }: RunStatusProps) {
  const { t } = useTranslation('common');
  return silentSince ? <StatusBadge status={t('health.notAnswering')} tone="bad" /> : <StatusBadge status={status} />;
}
