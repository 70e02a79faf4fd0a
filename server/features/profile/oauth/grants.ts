import { eq, type InferSelectModel } from 'drizzle-orm';
import type { AuditAction } from '#shared/features/audit/actions.ts';
import { HOUR, SECOND } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/database.ts';
import { hashToken, newToken } from '../../../platform/ids.ts';
import { record } from '../../audit/index.ts';
import { API_TOKEN_PREFIX } from '../../auth/index.ts';
import { apiTokens, deletedApiTokens, oauthAccessTokens, oauthGrants } from '../../auth/tables.ts';
import type { PublicContext } from '../../context.ts';

export type Grant = InferSelectModel<typeof oauthGrants>;

/** What a client gets, with the names of RFC 6749. */
export interface Keys {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

const ACCESS_MS = HOUR;
const REFRESH = /^slipway_refresh_([\w-]{43})\.([\w-]{43})$/;

/** The half by which a grant is known, and the half that is good once. */
export function newRefreshToken(family = newToken()) {
  const secret = newToken();
  const token = `${API_TOKEN_PREFIX}refresh_${family}.${secret}`;
  return { token, familyHash: hashToken(family), refreshHash: hashToken(secret) };
}

export function readRefreshToken(token: string): { family: string; familyHash: string; refreshHash: string } | null {
  const [, family, secret] = REFRESH.exec(token) ?? [];
  return family && secret ? { family, familyHash: hashToken(family), refreshHash: hashToken(secret) } : null;
}

/** A key of an hour, or until the token ends. */
export async function giveKeys(
  { clock }: Pick<PublicContext, 'clock'>,
  tx: Transaction,
  token: Pick<InferSelectModel<typeof apiTokens>, 'id' | 'scopes' | 'expiresAt'>,
  refreshToken: string,
): Promise<Keys> {
  const access = `${API_TOKEN_PREFIX}${newToken()}`;
  const now = clock.now().getTime();
  const lifetime = Math.min(ACCESS_MS, (token.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - now);
  const expiresAt = new Date(now + lifetime);
  await tx.insert(oauthAccessTokens).values({ tokenHash: hashToken(access), tokenId: token.id, expiresAt });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetime / SECOND),
    refresh_token: refreshToken,
    scope: token.scopes.join(' '),
  };
}

/** For good and at once, live sockets included: the token can't be had back either. */
export async function endGrant(
  context: PublicContext,
  tx: Transaction,
  { tokenId }: Grant,
  action: AuditAction,
): Promise<void> {
  let ended: InferSelectModel<typeof apiTokens> | undefined;
  // Once more at the end: an undo that the second waited for has put it back.
  for (const table of [apiTokens, deletedApiTokens, apiTokens]) {
    const [found] = await tx.delete(table).where(eq(table.id, tokenId)).returning();
    ended ??= found;
  }
  await tx.delete(oauthGrants).where(eq(oauthGrants.tokenId, tokenId));
  await context.bus.notify(tx, 'sessions_ended', { ids: [tokenId] });
  if (!ended) return;
  const { userId, organizationId, name } = ended;
  await record(tx, context, { action, userId, organizationId, targetId: tokenId, details: { name } });
}
