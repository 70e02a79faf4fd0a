import { and, count, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { memberships } from './tables.ts';

/** Members with a licence: active and invited ones, including the owner. */
export async function seatsTaken(executor: Executor, organizationId: string): Promise<number> {
  const [row] = await executor
    .select({ taken: count() })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), ne(memberships.status, 'deleted')));
  return row?.taken ?? 0;
}
