import { and, eq, sql } from 'drizzle-orm';
import { queueMail, resetPasswordMail } from '../../mail/index.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';
import { issueMailToken } from './mail-tokens.ts';
import { takeAttempt } from './rate-limits.ts';

/**
 * Mails a reset link to a known address, and does nothing for an unknown one; the caller can't tell. @throws
 * TooManyRequests
 */
export async function requestPasswordReset(context: PublicContext, input: { email: string }): Promise<void> {
  await takeAttempt(context, 'reset-address', context.origin.ipAddress);
  await takeAttempt(context, 'reset-account', input.email);
  const [user] = await context.db
    .select({ id: users.id, email: users.email, firstName: users.firstName, username: users.username })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, input.email), eq(users.status, 'active')));
  if (!user) return;
  await context.db.transaction(async (tx) => {
    const token = await issueMailToken(context, tx, { userId: user.id, purpose: 'reset_password' });
    const url = `${context.config.publicUrl}/users/updatepassword?token=${token}`;
    const { email: to, firstName, username } = user;
    await queueMail(context, tx, resetPasswordMail({ to, firstName, username, url }));
    await record(tx, context, { action: 'auth.request-password-reset', userId: user.id, targetId: user.id });
  });
}
