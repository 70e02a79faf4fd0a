import { and, eq, exists, isNotNull, isNull } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import { sessions } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

/**
 * The caller has reviewed what was left after a reset; repeating it is fine. A session opened by a linked account
 * doesn't count: that account may be the one to remove.
 */
export async function finishAccessReview(context: Context): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const byPassword = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, actor.sessionId), isNull(sessions.provider)));
    const [reviewed] = await tx
      .update(users)
      .set({ accessReviewAt: null })
      .where(and(eq(users.id, actor.userId), isNotNull(users.accessReviewAt), exists(byPassword)))
      .returning({ id: users.id });
    if (reviewed) await record(tx, context, { action: 'profile.review-access', targetId: actor.userId });
  });
}
