import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Unauthenticated } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Actor } from '../context.ts';
import { instances } from './tables.ts';

/**
 * The token a new instance is made with, for its row; null for a person. Locks the token, so that one transaction at a
 * time counts the workspaces made with it. @throws Conflict at its number; Unauthenticated once it is revoked
 */
export async function madeBy(
  tx: Transaction,
  { apiToken }: Pick<Actor, 'apiToken'>,
  kind: 'workspace' | 'service',
): Promise<string | null> {
  if (!apiToken) return null;
  const [token] = await tx
    .select({ atOnce: apiTokens.atOnce })
    .from(apiTokens)
    .where(eq(apiTokens.id, apiToken.id))
    .for('update');
  if (!token) throw new Unauthenticated();
  if (kind === 'workspace' && token.atOnce !== null) {
    const theirs = and(eq(instances.tokenId, apiToken.id), eq(instances.kind, kind), ne(instances.status, 'Deleted'));
    const there = await tx.$count(instances, theirs);
    if (there >= token.atOnce)
      throw new Conflict(say('instances.tokenWorkspaceLimit', { limit: token.atOnce, count: there }));
  }
  return apiToken.id;
}
