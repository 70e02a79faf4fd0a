import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database.ts';
import { hashToken, newId, newToken } from '../../../platform/ids.ts';
import { record } from '../../audit/index.ts';
import { takeAttempt, takeOneTime } from '../../auth/index.ts';
import { apiTokens, oauthClients, oauthGrants, sessions } from '../../auth/tables.ts';
import type { PublicContext } from '../../context.ts';
import { isOurs } from './addresses.ts';
import { requireClient } from './find-client.ts';
import { endGrant, giveKeys, type Keys, newRefreshToken } from './grants.ts';
import { OAuthRefusal } from './oauth-refusal.ts';

interface Redemption {
  clientId: string;
  code: string;
  verifier: string;
  /** Compared if it is given: OAuth 2.1 leaves it out. */
  redirectUri: string | undefined;
  resource: string | undefined;
}

/**
 * A code → the token the person allowed. A code is spent with its first use, right or wrong, and a second one ends what
 * the first gave: somebody else has it. What was allowed in a session that has ended since is void.
 * @throws OAuthRefusal, TooManyRequests
 */
export async function redeemCode(context: PublicContext, input: Redemption): Promise<Keys> {
  await takeAttempt(context, 'grant-address', context.origin.ipAddress);
  await requireClient(context.db, input.clientId);
  if (!isOurs(context.config, input.resource)) throw new OAuthRefusal('invalid_target');
  const keys = await context.db.transaction((tx) => redeem(context, tx, input));
  if (!keys) throw new OAuthRefusal('invalid_grant');
  return keys;
}

async function redeem(context: PublicContext, tx: Transaction, input: Redemption): Promise<Keys | null> {
  const { clock } = context;
  const codeHash = hashToken(input.code);
  const allowed = await takeOneTime(context, tx, 'authorization-code', input.code);
  if (!allowed) {
    const [given] = await tx.select().from(oauthGrants).where(eq(oauthGrants.codeHash, codeHash)).for('update');
    if (given) await endGrant(context, tx, given, 'profile.end-reused-token');
    return null;
  }
  const { clientId, redirectUri, challenge, sessionId, userId, organizationId, expiresAt, ...limits } = allowed;
  const wrong = clientId !== input.clientId || (input.redirectUri ?? redirectUri) !== redirectUri;
  if (wrong || challengeOf(input.verifier) !== challenge) return null;
  const now = clock.now();
  const [client] = await tx.select().from(oauthClients).where(eq(oauthClients.id, clientId)).for('share');
  // Held until the end: the session can't end at this moment and leave a token.
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
    .for('share');
  if (!client || !session) return null;
  const { token: refreshToken, familyHash, refreshHash } = newRefreshToken();
  const token = {
    id: newId(),
    userId,
    organizationId,
    name: client.name,
    // Nobody has it: the keys that stand for this token are in a table of their own.
    tokenHash: hashToken(newToken()),
    hint: '',
    expiresAt: new Date(expiresAt),
    addedIn: sessionId,
    createdAt: now,
    ...limits,
  };
  await tx.insert(apiTokens).values(token);
  await tx
    .insert(oauthGrants)
    .values({ tokenId: token.id, clientId, codeHash, familyHash, refreshHash, createdAt: now });
  const details = { name: client.name, scopes: limits.scopes.join(', '), reach: limits.reach };
  await record(tx, context, { action: 'profile.add-api-token', userId, organizationId, targetId: token.id, details });
  return giveKeys(context, tx, token, refreshToken);
}

/** S256 of RFC 7636. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
