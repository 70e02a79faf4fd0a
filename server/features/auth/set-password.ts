import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { accounts } from './tables.ts';

/** The provider name of passwords. */
export const CREDENTIAL = 'credential';

/**
 * Stores a password's hash as an account of the user's, whether or not there was one; with `instead`, only while that
 * is still the current one. Returns the moment it counts from.
 */
export async function setPassword(
  dependencies: Pick<Dependencies, 'clock'>,
  executor: Executor,
  input: { userId: string; hash: string; instead?: string },
): Promise<Date> {
  const now = dependencies.clock.now();
  const { userId, hash, instead } = input;
  await executor
    .insert(accounts)
    .values({
      id: newId(),
      userId,
      accountId: userId,
      providerId: CREDENTIAL,
      password: hash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      // Rehashing the same password changes nothing for somebody who is at their second factor.
      set: { password: hash, ...(instead === undefined && { updatedAt: now }) },
      setWhere: and(
        eq(accounts.userId, userId),
        eq(accounts.providerId, CREDENTIAL),
        instead ? eq(accounts.password, instead) : undefined,
      ),
    });
  return now;
}
