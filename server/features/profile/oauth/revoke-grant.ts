import { eq } from 'drizzle-orm';
import { hashToken } from '../../../platform/ids.ts';
import { takeAttempt } from '../../auth/index.ts';
import { oauthAccessTokens, oauthGrants } from '../../auth/tables.ts';
import type { PublicContext } from '../../context.ts';
import { endGrant, readRefreshToken } from './grants.ts';

/**
 * A client gives back what it was allowed (RFC 7009): either of its keys ends the token. What isn't its own, or is
 * unknown, stays as it is, without a word. @throws TooManyRequests
 */
export async function revokeGrant(context: PublicContext, input: { clientId: string; token: string }): Promise<void> {
  await takeAttempt(context, 'grant-address', context.origin.ipAddress);
  const refresh = readRefreshToken(input.token);
  await context.db.transaction(async (tx) => {
    const [access] = await tx
      .select({ tokenId: oauthAccessTokens.tokenId })
      .from(oauthAccessTokens)
      .where(eq(oauthAccessTokens.tokenHash, hashToken(input.token)));
    if (!access && !refresh) return;
    const mine = access
      ? eq(oauthGrants.tokenId, access.tokenId)
      : eq(oauthGrants.familyHash, refresh?.familyHash ?? '');
    const [grant] = await tx.select().from(oauthGrants).where(mine).for('update');
    if (grant?.clientId === input.clientId) await endGrant(context, tx, grant, 'profile.revoke-api-token');
  });
}
