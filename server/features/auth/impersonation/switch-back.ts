import { and, eq, gt } from 'drizzle-orm';
import { Conflict, Unauthenticated } from '../../../platform/errors.ts';
import { hashToken, newToken } from '../../../platform/ids.ts';
import { say } from '../../../platform/say.ts';
import { record } from '../../audit/index.ts';
import type { PublicContext } from '../../context.ts';
import { users } from '../../people/tables.ts';
import { impersonations, sessions } from '../tables.ts';

const NOT_ACTING = say('auth.notActingAsOther');

/**
 * Ends acting as somebody else and gives the administrator's own session a new key. Also works after the 60 minutes,
 * while that session lasts. @param key of the session in which they act
 * @throws Conflict for an ordinary session, Unauthenticated if there is nothing to return to
 */
export async function switchBack(context: PublicContext, key: string): Promise<string> {
  const { bus, clock, db } = context;
  const now = clock.now();
  const [acting] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.token, hashToken(key)));
  if (!acting) throw new Unauthenticated();
  if (!acting.impersonationId) throw new Conflict(NOT_ACTING);
  const { impersonationId, userId, organizationId } = acting;
  const fresh = newToken();
  const returned = await db.transaction(async (tx) => {
    const [over] = await tx.select().from(impersonations).where(eq(impersonations.id, impersonationId));
    const [own] = over
      ? await tx
          .update(sessions)
          .set({ token: hashToken(fresh) })
          .where(
            and(eq(sessions.id, over.realSessionId), eq(sessions.userId, over.realUserId), gt(sessions.expiresAt, now)),
          )
          .returning({ userId: sessions.userId })
      : [];
    await tx.delete(sessions).where(eq(sessions.id, acting.id));
    await bus.notify(tx, 'sessions_ended', { ids: [acting.id] });
    if (!over) return false;
    const endedAt = new Date(Math.min(over.expiresAt.getTime(), now.getTime()));
    await tx.update(impersonations).set({ endedAt }).where(eq(impersonations.id, impersonationId));
    const people = { userId, realUserId: over.realUserId, organizationId };
    await record(tx, { ...context, actor: null }, { action: 'auth.switch-back', ...people, targetId: userId });
    const [real] = await tx.select({ status: users.status }).from(users).where(eq(users.id, over.realUserId));
    return own !== undefined && real?.status === 'active';
  });
  if (!returned) throw new Unauthenticated();
  return fresh;
}
