import { useTranslation } from 'react-i18next';
import type { InitProgress } from '../../lib/init-messages.ts';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';

/** W01 … W10. */
const STEPS = 10;

interface WorkspaceProgressProps {
  init: InitProgress;
  /** When the work began, for the time before the first message. */
  since: string | undefined;
}

/** How a launch or start of a workspace gets on. */
export function WorkspaceProgress({ init, since }: WorkspaceProgressProps) {
  const { t } = useTranslation('workspaces');
  return <ProgressTerminal {...init} title={t(`log.${init.progress}`)} steps={STEPS} since={since} />;
}
