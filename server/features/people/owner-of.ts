import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { memberships } from './tables.ts';

/** The user who owns an organization. */
export async function ownerOf(executor: Executor, organizationId: string): Promise<string | undefined> {
  const isOwner = and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner'));
  const [owner] = await executor.select({ userId: memberships.userId }).from(memberships).where(isOwner);
  return owner?.userId;
}
