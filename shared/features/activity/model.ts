/** The days of the activity grid, in its order. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Half-hours of a day. */
export const SLOTS_PER_DAY = 48;

/** First and last row of the working day, counted from 1. */
export const WORKDAY_ROWS = [17, 33] as const;

const DAY_MS = 86_400_000;

/** A calendar day `YYYY-MM-DD` plus a number of days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Sunday of a calendar day's week. */
export function weekStart(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Does this platform know the time zone? */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The calendar day and half-hour row (0–47) of an instant in a time zone. */
export function localSlot(format: Intl.DateTimeFormat, at: Date): { day: string; row: number } {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    row: Number(parts.hour) * 2 + (Number(parts.minute) >= 30 ? 1 : 0),
  };
}

/** For `localSlot`; creating one is costly, so it is cached. */
export function localFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
}
