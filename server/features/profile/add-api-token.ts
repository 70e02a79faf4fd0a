import { count, eq } from 'drizzle-orm';
import { DAY } from '../../platform/clock.ts';
import { Conflict } from '../../platform/errors.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { API_TOKEN_PREFIX, holdSession } from '../auth/index.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { tellOfChange } from './tell-of-change.ts';

const MOST_TOKENS = 50;

/** A key for scripts that acts as the caller in the active organization. @throws Conflict at 50 */
export async function addApiToken(
  context: Context,
  input: { name: string; days: number | null },
): Promise<{ id: string; token: string }> {
  const { actor, clock, db } = context;
  const { userId, organizationId } = actor;
  const [held] = await db.select({ tokens: count() }).from(apiTokens).where(eq(apiTokens.userId, userId));
  if ((held?.tokens ?? 0) >= MOST_TOKENS) {
    throw new Conflict(`You have ${MOST_TOKENS} API tokens. Revoke one you no longer use first.`);
  }
  const token = `${API_TOKEN_PREFIX}${newToken()}`;
  const id = newId();
  const now = clock.now();
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    await tx.insert(apiTokens).values({
      id,
      userId,
      organizationId,
      name: input.name,
      tokenHash: hashToken(token),
      hint: token.slice(-4),
      expiresAt: input.days === null ? null : new Date(now.getTime() + input.days * DAY),
      addedIn: actor.sessionId,
      createdAt: now,
    });
    await tellOfChange(context, tx, `An API token named “${input.name}” was created for your account.`);
    await record(tx, context, { action: 'profile.add-api-token', targetId: id, details: { name: input.name } });
  });
  return { id, token };
}
