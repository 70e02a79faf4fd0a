import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { impersonations, sessions } from './tables.ts';

/**
 * Ends one session of a user, all of them, or all but one, with those in which an administrator acts as somebody else
 * from there, and tells every process (open sockets, gateway tickets).
 * @returns how many of the user's own ended
 */
export async function endSessions(
  dependencies: Pick<Dependencies, 'bus' | 'clock'>,
  executor: Executor,
  which: { userId: string; sessionId?: string; exceptId?: string },
): Promise<number> {
  const mine = and(
    eq(sessions.userId, which.userId),
    which.sessionId ? eq(sessions.id, which.sessionId) : undefined,
    which.exceptId ? ne(sessions.id, which.exceptId) : undefined,
  );
  const ended = await executor.delete(sessions).where(mine).returning();
  if (ended.length === 0) return 0;
  const ids = ended.map(({ id }) => id);
  const over = await executor
    .update(impersonations)
    .set({ endedAt: dependencies.clock.now() })
    .where(
      and(
        isNull(impersonations.endedAt),
        or(
          inArray(impersonations.realSessionId, ids),
          inArray(
            impersonations.id,
            ended.flatMap(({ impersonationId }) => impersonationId ?? []),
          ),
        ),
      ),
    )
    .returning({ id: impersonations.id });
  const acting = await executor
    .delete(sessions)
    .where(
      inArray(
        sessions.impersonationId,
        over.map(({ id }) => id),
      ),
    )
    .returning({ id: sessions.id });
  await tellEnded(dependencies, executor, [...ids, ...acting.map(({ id }) => id)]);
  return ended.length;
}

/** A Postgres notification holds 8000 bytes. */
const IDS_AT_ONCE = 100;

/** Cuts everything opened with these sessions, in every process. */
export async function tellEnded({ bus }: Pick<Dependencies, 'bus'>, executor: Executor, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    await bus.notify(executor, 'sessions_ended', { ids: ids.slice(at, at + IDS_AT_ONCE) });
  }
}
