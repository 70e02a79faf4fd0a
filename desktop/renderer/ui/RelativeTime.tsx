import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime, useShownTimeZone } from './time.ts';

interface RelativeTimeProps {
  /** ISO 8601; a missing one is shown as a dash. */
  date: string | null | undefined;
}

const TICK_MS = 30_000;
let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page. */
function watchClock(watcher: () => void) {
  watchers.add(watcher);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of watchers) each();
  }, TICK_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** '5 minutes ago', with the exact time in the person's time zone on hover and focus. */
export function RelativeTime({ date }: RelativeTimeProps) {
  const { i18n } = useTranslation();
  const current = useSyncExternalStore(watchClock, () => now);
  useShownTimeZone();
  if (!date) return <>–</>;
  return (
    <Tooltip label={<ExactTime date={date} />} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={date} className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(new Date(date), Math.max(current, Date.now() - TICK_MS), i18n.language)}
      </time>
    </Tooltip>
  );
}

/** Rendered once somebody asks for it: the first date in words makes `Intl` load its data. */
function ExactTime({ date }: { date: string }) {
  const { i18n } = useTranslation();
  return exactTime(new Date(date), i18n.language);
}
