import { and, eq, inArray, not, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../context.ts';
import { users } from '../../people/tables.ts';

/**
 * People no longer named in `SLIPWAY_ADMIN_EMAILS` lose the internal administrator flag. Without the setting, flags
 * stay as they are. Nobody is appointed here: see `become-administrator.ts`. Runs at start.
 */
export async function dismissAdministrators({ config, db }: Pick<Dependencies, 'config' | 'db'>): Promise<void> {
  const emails = config.adminEmails;
  if (emails.length === 0) return;
  const named = inArray(sql`lower(${users.email})`, emails);
  const gone = or(not(named), eq(users.emailVerified, false));
  await db
    .update(users)
    .set({ adminFlag: false })
    .where(and(eq(users.adminFlag, true), gone));
}
