import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isId } from './ids.ts';

/** Rows with this id; none if it can't be an id. */
export function sameId(column: PgColumn, id: string): SQL {
  return isId(id) ? eq(column, id) : sql`false`;
}
