import { eq } from 'drizzle-orm';
import { ValidationError } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../users/tables.ts';
import { appointAdministrators } from './impersonation/appoint-administrators.ts';
import { consumeMailToken } from './mail-tokens.ts';

/** spec/2 §8. @throws ValidationError on `token` when it is missing, unknown, used or expired. */
export async function confirmEmail(context: PublicContext, input: { token: string }): Promise<void> {
  if (input.token === '') throw invalid('No token specified.');
  await context.db.transaction(async (tx) => {
    const used = await consumeMailToken(context, tx, input.token, ['confirm_email']);
    if (!used) throw invalid('Invalid token specified.');
    const { userId } = used;
    await tx.update(users).set({ emailVerified: true, updatedAt: context.clock.now() }).where(eq(users.id, userId));
    await appointAdministrators(context, tx);
    await record(context, { action: 'auth.confirm-email', userId, targetId: userId }, tx);
  });
}

function invalid(message: string): ValidationError {
  return new ValidationError({ token: message }, message);
}
