import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Session } from '#shared/features/profile/contract.ts';
import { sessions } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { presentSession } from './presenter.ts';

/** Where the caller is signed in: the current session first, then by last use. */
export async function listSessions({ actor, clock, db }: Context): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, actor.userId),
        gt(sessions.expiresAt, clock.now()),
        // Administrators' sessions are listed as support access.
        isNull(sessions.impersonationId),
      ),
    )
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.updatedAt));
  return rows.map((row) => presentSession(row, actor.sessionId));
}
