import { and, isNull, lte, or } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import { DAY } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { tellEnded } from './end-sessions.ts';
import { deletedApiTokens, sessions } from './tables.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Removes expired sessions, tokens and counters, and cuts what is still open with such a session. */
    'auth.sweep': Record<string, never>;
  }
}

/** A client that people allowed before is known again for this long. */
const UNUSED_CLIENT_MS = 90 * DAY;

/** Once an hour. */
export const authCrontab = '23 * * * * auth.sweep';

/** The handlers of this slice's jobs. */
export function authJobs(dependencies: Pick<Dependencies, 'bus' | 'clock' | 'db' | 'sql'>) {
  const { clock, db, sql } = dependencies;

  /** Clients nobody allowed in a day, those unused for long, and what is left of grants that ended. */
  async function forgetClients(now: Date): Promise<void> {
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
    await sql`delete from oauth_access_tokens where expires_at <= ${now.toISOString()}`;
    await sql`delete from oauth_grants g
      where not exists (select from api_tokens where id = g.token_id)
        and not exists (select from deleted_api_tokens where id = g.token_id)`;
    await sql`delete from oauth_clients c
      where created_at <= ${ago(DAY)} and coalesce(used_at <= ${ago(UNUSED_CLIENT_MS)}, true)
        and not exists (select from oauth_grants where client_id = c.id)`;
  }

  return {
    'auth.sweep': async (): Promise<void> => {
      const now = clock.now().toISOString();
      // An administrator acting as somebody may return from an ended session for a while.
      const dayAgo = new Date(clock.now().getTime() - DAY);
      await db.transaction(async (tx) => {
        const over = await tx
          .delete(sessions)
          .where(
            and(
              lte(sessions.expiresAt, clock.now()),
              or(isNull(sessions.impersonationId), lte(sessions.expiresAt, dayAgo)),
            ),
          )
          .returning({ id: sessions.id });
        await tellEnded(
          dependencies,
          tx,
          over.map(({ id }) => id),
        );
      });
      await sql`delete from verifications where expires_at <= ${now}`;
      await sql`delete from device_logins where expires_at <= ${now}`;
      await sql`delete from mail_tokens where expires_at <= ${now}`;
      await db.delete(deletedApiTokens).where(lte(deletedApiTokens.deletedAt, keptSince(clock.now())));
      await forgetClients(clock.now());
      await sql`delete from rate_limits where forget_at <= ${now}`;
    },
  };
}
