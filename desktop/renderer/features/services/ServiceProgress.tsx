import { useTranslation } from 'react-i18next';
import type { InitProgress } from '../../lib/init-messages.ts';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';

/** E01 … E07. */
const STEPS = 7;

interface ServiceProgressProps {
  init: InitProgress;
  /** When the work began, for the time before the first message. */
  since: string | undefined;
}

/** How a launch or start of a service gets on. */
export function ServiceProgress({ init, since }: ServiceProgressProps) {
  const { t } = useTranslation('services');
  return <ProgressTerminal {...init} title={t(`log.${init.progress}`)} steps={STEPS} since={since} />;
}
