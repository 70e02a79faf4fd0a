import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { endSessions } from '../auth/index.ts';
import type { Context } from '../context.ts';

/** Ends one session of the caller, open sockets and gateway tickets included. @throws NotFound */
export async function endSession(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  if (!isId(input.id)) throw new NotFound();
  await db.transaction(async (tx) => {
    const ended = await endSessions(context, tx, { userId: actor.userId, sessionId: input.id });
    if (ended === 0) throw new NotFound();
    await record(tx, context, { action: 'profile.end-session', targetId: input.id });
  });
}
