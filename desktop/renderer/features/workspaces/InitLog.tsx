import { Alert, Loader, Progress, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import { elapsedText } from './elapsed.ts';
import classes from './InitLog.module.css';
import { InitLogLine } from './InitLogLine.tsx';
import type { InitProgress } from './use-init-messages.ts';
import { useNow } from './use-now.ts';

/** Steps W01 … W10. */
const STEPS = 10;
/** Closer to the end than this, and the log keeps following it. */
const FOLLOW_PX = 40;

interface InitLogProps extends InitProgress {
  /** When the work began, for the time before the first message. */
  since: string | undefined;
}

/** A launch or start as a terminal would show it: each step with its time, the last lines of real output, where it is. */
export function InitLog({ messages, progress, disconnected, since }: InitLogProps) {
  const { t } = useTranslation('workspaces');
  const working = progress === 'working';
  const now = useNow(working);
  const begin = Date.parse(messages[0]?.create_date ?? since ?? new Date(now).toISOString());
  const last = messages.at(-1);
  const end = working || !last ? now : Date.parse(last.create_date);
  const step = stepOf(messages);
  const body = useFollowedEnd(messages.length);
  return (
    <section className={classes.terminal} aria-label={t('log.label')} data-progress={progress}>
      <header className={classes.head}>
        <Text size="sm" fw={600} c="inherit">
          {t(`log.${progress === 'ready' ? 'done' : progress}`)}
        </Text>
        {step > 0 && (
          <Text size="xs" className={classes.muted}>
            {t('log.step', { current: step, total: STEPS })}
          </Text>
        )}
        <time
          className={classes.elapsed}
          title={t('log.elapsed')}
          aria-label={t('log.elapsed')}
          role="timer"
          aria-live="off"
        >
          {elapsedText(end - begin)}
        </time>
      </header>
      <Progress
        value={(step / STEPS) * 100}
        color={progress === 'failed' ? 'red.5' : 'harbor.4'}
        size={3}
        radius={0}
        animated={working}
        aria-label={t('log.label')}
        classNames={{ root: classes.bar }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard. */}
      <div className={classes.body} role="log" aria-live="polite" ref={body} tabIndex={0} aria-label={t('log.label')}>
        {messages.length === 0 && <p className={classes.muted}>{t('log.waiting')}</p>}
        {messages.map((message) => (
          <InitLogLine
            key={message.number}
            message={message}
            offset={elapsedText(Date.parse(message.create_date) - begin)}
          />
        ))}
        {working && messages.length > 0 && (
          <div className={classes.next} aria-hidden>
            <Loader size={11} color="harbor.3" />
          </div>
        )}
      </div>
      {disconnected && working && (
        <Alert color="yellow" radius={0} p="xs" role="status">
          {t('log.reconnecting')}
        </Alert>
      )}
    </section>
  );
}

/** The furthest step any message speaks of. */
function stepOf(messages: readonly InitMessage[]): number {
  return Math.max(0, ...messages.map(({ message_code }) => Number(/^W(\d\d)$/.exec(message_code)?.[1] ?? 0)));
}

/** Keeps the newest line in sight, unless the person scrolled up to read. */
function useFollowedEnd(length: number) {
  const box = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = () => {
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_PX;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what moves the end.
  useEffect(() => {
    if (following.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [length]);
  return box;
}
