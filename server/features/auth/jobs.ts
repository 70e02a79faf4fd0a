import { DAY } from '../../platform/clock.ts';
import type { Services } from '../context.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Removes sessions, tokens and counters that have run out. */
    'auth.sweep': Record<string, never>;
  }
}

/** Once an hour. */
export const authCrontab = '23 * * * * auth.sweep';

/** The handlers of this slice's jobs. */
export function authJobs({ sql, clock }: Pick<Services, 'sql' | 'clock'>) {
  return {
    'auth.sweep': async (): Promise<void> => {
      const now = clock.now().toISOString();
      // From one in which an administrator acts as somebody, they may return a while after.
      const dayAgo = new Date(clock.now().getTime() - DAY).toISOString();
      await sql`
        delete from sessions where expires_at <= ${now} and (impersonation_id is null or expires_at <= ${dayAgo})`;
      await sql`delete from verifications where expires_at <= ${now}`;
      await sql`delete from mail_tokens where expires_at <= ${now}`;
      await sql`delete from rate_limits where forget_at <= ${now}`;
    },
  };
}
