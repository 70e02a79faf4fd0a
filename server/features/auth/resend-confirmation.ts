import { and, eq, sql } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { takeAttempt } from './rate-limits.ts';

/**
 * Mails the confirmation link once more to an account that hasn't confirmed its address, for people who have just signed
 * up; does nothing for any other address, and the caller can't tell. @throws TooManyRequests
 */
export async function resendConfirmation(context: PublicContext, input: { email: string }): Promise<void> {
  await takeAttempt(context, 'resend-address', context.origin.ipAddress);
  await takeAttempt(context, 'resend-account', input.email);
  const [user] = await context.db
    .select({ id: users.id, email: users.email, firstName: users.firstName, confirmed: users.emailVerified })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, input.email), eq(users.status, 'active')));
  if (!user || user.confirmed) return;
  await context.db.transaction(async (tx) => {
    await askToConfirm(context, tx, user);
    await record(tx, context, { action: 'auth.resend-confirmation', userId: user.id, targetId: user.id });
  });
}
