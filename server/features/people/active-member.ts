import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import { memberships } from './tables.ts';

/**
 * A person's role in an organization; null unless they are an active member.
 * @param lock keeps the membership as it is until the transaction ends
 */
export async function activeMember(
  executor: Executor,
  { userId, organizationId }: { userId: string; organizationId: string },
  lock?: 'share' | 'update',
) {
  if (!isId(userId) || !isId(organizationId)) return null;
  const found = executor
    .select({ userId: memberships.userId, organizationId: memberships.organizationId, role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.organizationId, organizationId),
        eq(memberships.status, 'active'),
      ),
    );
  const [member] = await (lock ? found.for(lock) : found);
  return member ?? null;
}
