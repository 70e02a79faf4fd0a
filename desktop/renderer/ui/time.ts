import { create } from 'zustand';

/** A unit is used from half of the next smaller one below its length: a day from 23½ hours on. */
const UNITS: [Intl.RelativeTimeFormatUnit, seconds: number, fromSeconds: number][] = [
  ['year', 31_536_000, 30_240_000],
  ['month', 2_592_000, 2_548_800],
  ['week', 604_800, 561_600],
  ['day', 86_400, 84_600],
  ['hour', 3600, 3570],
  ['minute', 60, 31],
];

/**
 * '3 hours ago', 'in 2 days', 'now' for half a minute; rounded to the nearest, so that a new one-day link says one day.
 */
export function relativeTime(date: Date, nowMs: number, language: string): string {
  const seconds = (date.getTime() - nowMs) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length, from] of UNITS) {
    if (Math.abs(seconds) >= from) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(0, 'second');
}

/**
 * The tz database zone for shown times; undefined for the browser's own. Components that show times subscribe to it.
 */
export const useShownTimeZone = create<{ zone: string | undefined }>(() => ({ zone: undefined }));

/** Shows times in this zone from now on; null for the browser's own. */
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
