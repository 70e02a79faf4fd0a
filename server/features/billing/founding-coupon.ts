import { and, eq, like } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { pendingCredits } from './tables.ts';

const PREFIX = 'coupon:';

/** The coupon an organization was founded with; null without one. */
export async function foundingCoupon(executor: Executor, organizationId: string): Promise<string | null> {
  const [credit] = await executor
    .select({ reason: pendingCredits.reason })
    .from(pendingCredits)
    .where(and(eq(pendingCredits.organizationId, organizationId), like(pendingCredits.reason, `${PREFIX}%`)));
  return credit?.reason.slice(PREFIX.length) ?? null;
}
