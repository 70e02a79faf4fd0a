import { record } from '../audit/index.ts';
import { endSessions } from '../auth/index.ts';
import type { Context } from '../context.ts';

/** Ends all of the caller's sessions except this one. */
export async function endOtherSessions(context: Context): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const count = await endSessions(context, tx, { userId: actor.userId, exceptId: actor.sessionId });
    await record(tx, context, { action: 'profile.end-other-sessions', targetId: actor.userId, details: { count } });
  });
}
