import { create } from 'zustand';

const UNITS: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** '3 hours ago', 'in 2 days', 'now' below a minute. */
export function relativeTime(date: Date, nowMs: number, language: string): string {
  const seconds = (date.getTime() - nowMs) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

/** The zone of the tz database that times are shown in; undefined for the browser's own. What shows times follows it. */
export const useShownTimeZone = create<{ zone: string | undefined }>(() => ({ zone: undefined }));

/** Times are shown in this zone from now on; null for the browser's own. */
export function showTimesIn(zone: string | null): void {
  useShownTimeZone.setState({ zone: zone ?? undefined });
}

/** 'Dec 6, 2026' */
export function dayText(date: Date, language: string): string {
  return formatted(date, language, { dateStyle: 'medium' });
}

/** 'December 6, 2026 at 10:30 AM', for a sentence. */
export function longDate(date: Date, language: string): string {
  return formatted(date, language, { dateStyle: 'long', timeStyle: 'short' });
}

/** The full date and time in the person's own time zone. */
export function exactTime(date: Date, language: string): string {
  return formatted(date, language, { dateStyle: 'medium', timeStyle: 'long' });
}

function formatted(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  const timeZone = useShownTimeZone.getState().zone;
  return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(date);
}
