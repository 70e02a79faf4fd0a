import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, as every table keeps it: with its time zone. */
export function at(name: string) {
  return timestamp(name, { withTimezone: true });
}
