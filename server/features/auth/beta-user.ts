import { eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import { betaUsers } from '../people/tables.ts';

export type BetaUser = typeof betaUsers.$inferSelect;

/** What a beta invitation knows; null if there is none with this id. */
export async function findBetaUser(executor: Executor, id: string): Promise<BetaUser | null> {
  if (!isId(id)) return null;
  const [found] = await executor.select().from(betaUsers).where(eq(betaUsers.id, id));
  return found ?? null;
}
