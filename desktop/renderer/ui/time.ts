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

let timeZone: string | undefined;

/** Times are shown in this zone of the tz database from now on; null for the browser's own. */
export function showTimesIn(zone: string | null): void {
  timeZone = zone ?? undefined;
}

/** 'Dec 6, 2026' */
export function dayText(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(date);
}

/** 'December 6, 2026 at 10:30 AM', for a sentence. */
export function longDate(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(date);
}

/** The full date and time in the person's own time zone. */
export function exactTime(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(date);
}
