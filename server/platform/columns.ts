import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant with time zone, as in every table. */
export function at(name: string) {
  return timestamp(name, { withTimezone: true });
}

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
