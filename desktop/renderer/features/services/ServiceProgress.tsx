import { useTranslation } from 'react-i18next';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import { toProgressMessage } from '../workspaces/index.ts';
import type { ServiceMessages } from './use-service-messages.ts';

/** Steps E01 … E07. */
const STEPS = 7;

interface ServiceProgressProps extends ServiceMessages {
  /** When the work began, for the time before the first message. */
  since: string | undefined;
}

/** How a launch or start of a service gets on. */
export function ServiceProgress({ messages, progress, disconnected, since }: ServiceProgressProps) {
  const { t } = useTranslation('services');
  return (
    <ProgressTerminal
      title={t(`log.${progress}`)}
      messages={messages.map(toProgressMessage)}
      running={progress === 'working'}
      failed={progress === 'failed'}
      step={{ current: stepOf(messages), total: STEPS }}
      since={since}
      disconnected={disconnected}
    />
  );
}

/** The furthest step any message speaks of. */
function stepOf(messages: readonly InitMessage[]): number {
  return Math.max(0, ...messages.map(({ message_code }) => Number(/^E(\d\d)$/.exec(message_code)?.[1] ?? 0)));
}
