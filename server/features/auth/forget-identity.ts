import { eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { endSessions } from './end-sessions.ts';
import { accounts, apiTokens, deletedApiTokens, mailTokens } from './tables.ts';
import { forgetTwoFactor } from './two-factor.ts';

/**
 * Removes everything that lets a person in: sessions, passwords, linked accounts, authenticator, API tokens, mailed
 * links.
 */
export async function forgetIdentity(
  dependencies: Pick<Dependencies, 'bus' | 'clock'>,
  executor: Executor,
  userId: string,
): Promise<void> {
  await endSessions(dependencies, executor, { userId });
  await forgetTwoFactor(executor, userId);
  await executor.delete(accounts).where(eq(accounts.userId, userId));
  await executor.delete(apiTokens).where(eq(apiTokens.userId, userId));
  await executor.delete(deletedApiTokens).where(eq(deletedApiTokens.userId, userId));
  await executor.delete(mailTokens).where(eq(mailTokens.userId, userId));
}
