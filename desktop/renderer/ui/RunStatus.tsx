import { useTranslation } from 'react-i18next';
import { StatusBadge } from './StatusBadge.tsx';

interface RunStatusProps {
  status: string;
  /** Since when it hasn't responded; null while it does. */
  silentSince: string | null;
  /** Frozen with its programs. */
  asleep?: boolean;
}

/** The status of something that runs, or that it is asleep or isn't responding. */
export function RunStatus({ status, silentSince, asleep = false }: RunStatusProps) {
  const { t } = useTranslation('common');
  if (asleep) return <StatusBadge status={t('health.asleep')} tone="idle" />;
  return silentSince ? <StatusBadge status={t('health.notAnswering')} tone="bad" /> : <StatusBadge status={status} />;
}
