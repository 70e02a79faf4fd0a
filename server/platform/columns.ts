import { timestamp } from 'drizzle-orm/pg-core';

/** An instant with time zone, as in every table. */
export function at(name: string) {
  return timestamp(name, { withTimezone: true });
}
