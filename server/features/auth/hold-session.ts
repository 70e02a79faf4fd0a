import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import type { Actor } from '../context.ts';
import { apiTokens, sessions } from './tables.ts';

/**
 * Checks that the caller is still signed in, and keeps it so until the transaction ends: a sign-in method they add
 * can't slip past a simultaneous reset. @throws Unauthenticated
 * @returns when it ends by itself; null for a token that doesn't
 */
export async function holdSession(tx: Transaction, actor: Pick<Actor, 'sessionId' | 'apiToken'>): Promise<Date | null> {
  const keys = actor.apiToken ? apiTokens : sessions;
  const [held] = await tx
    .select({ expiresAt: keys.expiresAt })
    .from(keys)
    .where(eq(keys.id, actor.sessionId))
    .for('share');
  if (!held) throw new Unauthenticated();
  return held.expiresAt;
}
