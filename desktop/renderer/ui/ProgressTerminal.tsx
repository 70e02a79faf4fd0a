import { Alert, Loader, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import type { Progress as State } from '../lib/init-messages.ts';
import { elapsedText } from './elapsed.ts';
import { ProgressLine } from './ProgressLine.tsx';
import classes from './ProgressTerminal.module.css';
import { useFollowedEnd } from './use-followed-end.ts';
import { useNow } from './use-now.ts';

export interface ProgressTerminalProps {
  /** In order, each once. The first line says what is being done; further lines are the step's real output. */
  messages: readonly InitMessage[];
  title: string;
  /** Failed: the last line, the bar and the mark are red. */
  progress: State;
  /** How many steps there are, if their codes count them (`W01` …): shows a bar and "Step 3 of 10". */
  steps?: number;
  /** When the work began, for the time before the first message. ISO 8601. */
  since?: string | undefined;
  /** What is shown may be outdated: says so in a line at the bottom. */
  disconnected?: boolean;
}

/**
 * Long work as a terminal would show it: each step with its time, the last lines of real output, and the position.
 * Plain elements instead of xterm, which would add 300 KB and hide the text from screen readers and find-in-page.
 */
export function ProgressTerminal(props: ProgressTerminalProps) {
  const { messages, title, progress, steps, since, disconnected = false } = props;
  const { t } = useTranslation();
  const running = progress === 'working';
  const failed = progress === 'failed';
  const step = steps === undefined ? undefined : { current: stepOf(messages), total: steps };
  const now = useNow(running);
  const begin = Date.parse(messages[0]?.create_date ?? since ?? new Date(now).toISOString());
  const last = messages.at(-1);
  const end = running || !last ? now : Date.parse(last.create_date);
  const body = useFollowedEnd(messages.length);
  return (
    <section className={classes.terminal} aria-label={t('progress.label')} data-progress={progress}>
      <header className={classes.head}>
        <Text size="sm" fw={600} c="inherit">
          {title}
        </Text>
        {step && step.current > 0 && (
          <Text size="xs" className={classes.muted}>
            {t('progress.step', step)}
          </Text>
        )}
        <time
          className={classes.elapsed}
          title={t('progress.elapsed')}
          aria-label={t('progress.elapsed')}
          role="timer"
          aria-live="off"
        >
          {elapsedText(end - begin)}
        </time>
      </header>
      <Progress
        value={step ? (step.current / step.total) * 100 : 100}
        color={failed ? 'red.5' : 'harbor.4'}
        size={3}
        radius={0}
        animated={running}
        aria-label={t('progress.label')}
        classNames={{ root: classes.bar }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard. */}
      <div className={classes.body} role="log" aria-live="polite" ref={body} tabIndex={0} aria-label={title}>
        {messages.length === 0 && <p className={classes.muted}>{t('progress.waiting')}</p>}
        {messages.map((message) => (
          <ProgressLine
            key={message.number}
            message={message}
            failed={failed && message === last}
            offset={elapsedText(Date.parse(message.create_date) - begin)}
          />
        ))}
        {running && messages.length > 0 && (
          <div className={classes.next} aria-hidden>
            <Loader size={11} color="harbor.3" />
          </div>
        )}
      </div>
      {disconnected && running && (
        <Alert color="yellow" radius={0} p="xs" role="status">
          {t('progress.reconnecting')}
        </Alert>
      )}
    </section>
  );
}

/** The furthest step in any message. */
function stepOf(messages: readonly InitMessage[]): number {
  return Math.max(0, ...messages.map(({ message_code }) => Number(/^[A-Z](\d\d)$/.exec(message_code)?.[1] ?? 0)));
}
