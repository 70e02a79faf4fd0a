import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Ends the header's session, and with an administrator's the one in which they act as somebody else. Without a valid
 * one there is nothing to end, which is a success too.
 */
export async function logout(context: PublicContext): Promise<void> {
  const { actor } = context;
  if (!actor) return;
  await context.db.transaction(async (tx) => {
    await endSessions(context, tx, { userId: actor.userId, sessionId: actor.sessionId });
    await record(tx, context, { action: 'auth.logout', targetId: actor.sessionId });
  });
}
