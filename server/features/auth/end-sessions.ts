import { and, eq, type SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import { sessions } from './tables.ts';

/** Ends one session of a user, or all of them, and tells every process (open sockets, gateway tickets). */
export async function endSessions(
  services: Pick<Services, 'bus'>,
  executor: Executor,
  which: { userId: string; sessionId?: string },
): Promise<void> {
  const mine: SQL | undefined = and(
    eq(sessions.userId, which.userId),
    which.sessionId ? eq(sessions.id, which.sessionId) : undefined,
  );
  const ended = await executor.delete(sessions).where(mine).returning({ id: sessions.id });
  if (ended.length > 0) {
    await services.bus.notify(executor, 'sessions_ended', { ids: ended.map(({ id }) => id) });
  }
}
