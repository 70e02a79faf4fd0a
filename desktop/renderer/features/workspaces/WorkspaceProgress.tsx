import { useTranslation } from 'react-i18next';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import type { ProgressMessage } from '../../ui/ProgressLine.tsx';
import { ProgressTerminal } from '../../ui/ProgressTerminal.tsx';
import type { InitProgress } from './use-init-messages.ts';

/** Steps W01 … W10. */
const STEPS = 10;

interface WorkspaceProgressProps extends InitProgress {
  /** When the work began, for the time before the first message. */
  since: string | undefined;
}

/** How a launch or start of a workspace gets on. */
export function WorkspaceProgress({ messages, progress, disconnected, since }: WorkspaceProgressProps) {
  const { t } = useTranslation('workspaces');
  return (
    <ProgressTerminal
      title={t(`log.${progress === 'ready' ? 'done' : progress}`)}
      messages={messages.map(toProgressMessage)}
      running={progress === 'working'}
      failed={progress === 'failed'}
      step={{ current: stepOf(messages), total: STEPS }}
      since={since}
      disconnected={disconnected}
    />
  );
}

/** As the terminal has it. */
export function toProgressMessage(message: InitMessage): ProgressMessage {
  return {
    number: message.number,
    code: message.message_code,
    text: serverText(message.message_text),
    date: message.create_date,
  };
}

/** The furthest step any message speaks of. */
function stepOf(messages: readonly InitMessage[]): number {
  return Math.max(0, ...messages.map(({ message_code }) => Number(/^W(\d\d)$/.exec(message_code)?.[1] ?? 0)));
}
