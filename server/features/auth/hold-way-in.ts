import { and, eq, inArray } from 'drizzle-orm';
import type { Provider } from '#shared/features/auth/federated.ts';
import type { Executor } from '../../platform/database.ts';
import { CREDENTIAL } from './set-password.ts';
import { accounts } from './tables.ts';

/**
 * Does the sign-in method (a password, or the account at `provider`) still exist, and is the password the one of
 * `since`? Stays so until the transaction ends.
 */
export async function holdWayIn(
  executor: Executor,
  userId: string,
  { provider = CREDENTIAL, since }: { provider?: Provider | typeof CREDENTIAL | undefined; since: Date },
): Promise<boolean> {
  const held = await executor
    .select({ id: accounts.providerId, changedAt: accounts.updatedAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), inArray(accounts.providerId, [CREDENTIAL, provider])))
    .for('share');
  return held.some(({ id }) => id === provider) && held.every(({ changedAt }) => changedAt <= since);
}
