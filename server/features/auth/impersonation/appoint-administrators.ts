import type { Services } from '../../context.ts';

/**
 * Those with the confirmed addresses of `SLIPWAY_ADMIN_EMAILS` are the internal administrators, and nobody else. Without
 * the setting the flags stay as they are.
 */
export async function appointAdministrators({ config, sql }: Pick<Services, 'config' | 'sql'>): Promise<void> {
  const emails = config.adminEmails;
  if (emails.length === 0) return;
  await sql`
    update users set admin_flag = not admin_flag
    where admin_flag <> (email_verified and status = 'active' and lower(email) = any(${emails}))`;
}
