import { useTranslation } from 'react-i18next';
import type { InitProgress } from '../../lib/init-messages.ts';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import type { InstanceKind } from './kind.ts';

interface LaunchProgressProps<One> {
  kind: InstanceKind<One>;
  init: InitProgress;
  /** When the work began, for the time before the first message. */
  since: string | undefined;
}

/** The progress of a launch or start. */
export function LaunchProgress<One>({ kind, init, since }: LaunchProgressProps<One>) {
  const { t } = useTranslation(kind.name);
  return <ProgressTerminal {...init} title={t(`log.${init.progress}`)} steps={kind.steps} since={since} />;
}
