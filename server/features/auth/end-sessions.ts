import { and, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import { sessions } from './tables.ts';

/**
 * Ends one session of a user, all of them, or all but one, and tells every process (open sockets, gateway tickets).
 * @returns how many ended
 */
export async function endSessions(
  services: Pick<Services, 'bus'>,
  executor: Executor,
  which: { userId: string; sessionId?: string; exceptId?: string },
): Promise<number> {
  const mine = and(
    eq(sessions.userId, which.userId),
    which.sessionId ? eq(sessions.id, which.sessionId) : undefined,
    which.exceptId ? ne(sessions.id, which.exceptId) : undefined,
  );
  const ended = await executor.delete(sessions).where(mine).returning({ id: sessions.id });
  if (ended.length > 0) {
    await services.bus.notify(executor, 'sessions_ended', { ids: ended.map(({ id }) => id) });
  }
  return ended.length;
}
