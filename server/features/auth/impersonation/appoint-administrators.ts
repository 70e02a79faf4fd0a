import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database.ts';
import type { Services } from '../../context.ts';
import { users } from '../../users/tables.ts';

/**
 * Those with the confirmed addresses of `SLIPWAY_ADMIN_EMAILS` are the internal administrators, and nobody else. Without
 * the setting the flags stay as they are. Done at start, and when an address is confirmed.
 */
export async function appointAdministrators(
  { config, db }: Pick<Services, 'config' | 'db'>,
  executor: Executor = db,
): Promise<void> {
  const emails = config.adminEmails;
  if (emails.length === 0) return;
  const named = and(
    eq(users.emailVerified, true),
    eq(users.status, 'active'),
    inArray(sql`lower(${users.email})`, emails),
  );
  await executor
    .update(users)
    .set({ adminFlag: sql`not ${users.adminFlag}` })
    .where(ne(users.adminFlag, sql`(${named})`));
}
