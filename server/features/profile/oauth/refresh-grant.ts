import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database.ts';
import { takeAttempt } from '../../auth/index.ts';
import { apiTokens, oauthClients, oauthGrants } from '../../auth/tables.ts';
import type { PublicContext } from '../../context.ts';
import { isOurs } from './addresses.ts';
import { requireClient } from './find-client.ts';
import { endGrant, giveKeys, type Keys, newRefreshToken, readRefreshToken } from './grants.ts';
import { OAuthRefusal } from './oauth-refusal.ts';

interface Refresh {
  clientId: string;
  refreshToken: string;
  resource: string | undefined;
}

/**
 * New keys for the token that a client was allowed. A refresh token is good once; an old one ends the grant, because
 * two have it. @throws OAuthRefusal, TooManyRequests
 */
export async function refreshGrant(context: PublicContext, input: Refresh): Promise<Keys> {
  await takeAttempt(context, 'grant-address', context.origin.ipAddress);
  await requireClient(context.db, input.clientId);
  if (!isOurs(context.config, input.resource)) throw new OAuthRefusal('invalid_target');
  const keys = await context.db.transaction((tx) => refresh(context, tx, input));
  if (!keys) throw new OAuthRefusal('invalid_grant');
  return keys;
}

async function refresh(context: PublicContext, tx: Transaction, input: Refresh): Promise<Keys | null> {
  const read = readRefreshToken(input.refreshToken);
  if (!read) return null;
  const [grant] = await tx.select().from(oauthGrants).where(eq(oauthGrants.familyHash, read.familyHash)).for('update');
  if (grant?.clientId !== input.clientId) return null;
  if (grant.refreshHash !== read.refreshHash) {
    await endGrant(context, tx, grant, 'profile.end-reused-token');
    return null;
  }
  const now = context.clock.now();
  const lasts = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now));
  const [token] = await tx
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, grant.tokenId), lasts));
  if (!token) return null;
  const { token: refreshToken, refreshHash } = newRefreshToken(read.family);
  await tx.update(oauthGrants).set({ refreshHash }).where(eq(oauthGrants.tokenId, grant.tokenId));
  await tx.update(oauthClients).set({ usedAt: now }).where(eq(oauthClients.id, grant.clientId));
  return giveKeys(context, tx, token, refreshToken);
}
