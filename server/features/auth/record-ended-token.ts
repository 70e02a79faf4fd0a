import { and, eq, lte } from 'drizzle-orm';
import { HOUR } from '../../platform/clock.ts';
import { hashToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { auditLog } from '../audit/tables.ts';
import type { PublicContext } from '../context.ts';
import { API_TOKEN_PREFIX } from './resolve-api-token.ts';
import { apiTokens, deletedApiTokens } from './tables.ts';

/**
 * Records that somebody came with an API token after its end: expired, or revoked not long ago. Once an hour for each
 * call, so that a forgotten script doesn't fill the log. Any other key is nobody's.
 */
export async function recordEndedToken(
  { clock, db, origin }: Pick<PublicContext, 'clock' | 'db' | 'origin'>,
  key: string | undefined,
  call: string,
): Promise<void> {
  if (!key?.startsWith(API_TOKEN_PREFIX)) return;
  const now = clock.now();
  const [tokenHash, { id, name, organizationId, userId }] = [hashToken(key), apiTokens];
  const [expired] = await db
    .select({ id, name, organizationId, userId })
    .from(apiTokens)
    .where(and(eq(apiTokens.tokenHash, tokenHash), lte(apiTokens.expiresAt, now)));
  const [revoked] = expired
    ? []
    : await db.select().from(deletedApiTokens).where(eq(deletedApiTokens.tokenHash, tokenHash));
  const token = expired ?? revoked;
  if (!token) return;
  const reason = expired ? say('auth.tokenExpired') : say('auth.tokenRevoked');
  await db
    .insert(auditLog)
    .values({
      organizationId: token.organizationId,
      userId: token.userId,
      action: 'access.refused',
      outcome: 'failure',
      details: { call, reason, by: `token ${token.name}` },
      ipAddress: origin.ipAddress,
      readsOf: [token.id, Math.floor(now.getTime() / HOUR), 'ended', call].join(' '),
      createdAt: now,
    })
    .onConflictDoNothing({ target: auditLog.readsOf });
}
