import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { changePasswordBody } from '#shared/features/profile/contract.ts';
import { passwordChangedMail, queueMail } from '../../mail/index.ts';
import { Unauthenticated, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import {
  endSessions,
  holdSession,
  provePassword,
  requireStrongPassword,
  setPassword,
  voidMailTokens,
} from '../auth/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

const MISMATCH = say('auth.passwordsDiffer');
const UNCHANGED = say('profile.samePassword');

/**
 * Changes the caller's password, ends their other sessions and notifies them by mail. API tokens stay: they don't
 * replace a password and are revoked one by one.
 * @throws ValidationError by field; TooManyRequests after wrong current passwords
 */
export async function changePassword(context: Context, input: z.output<typeof changePasswordBody>): Promise<void> {
  const { actor, db } = context;
  if (input.password !== input.password_repeat) throw new ValidationError({ password_repeat: MISMATCH });
  await provePassword(context, 'current_password', input.current_password);
  if (input.password === input.current_password) throw new ValidationError({ password: UNCHANGED });
  const [user] = await db.select().from(users).where(eq(users.id, actor.userId));
  if (!user) throw new Unauthenticated();
  await requireStrongPassword(input.password, [user.username, user.email, user.firstName, user.lastName]);
  const hash = await context.passwords.hash(input.password);
  await db.transaction(async (tx) => {
    await setPassword(context, tx, { userId: user.id, hash });
    // An earlier reset has ended the session, and its password stays.
    await holdSession(tx, actor);
    await voidMailTokens(context, tx, { userId: user.id, purpose: 'reset_password' });
    await endSessions(context, tx, { userId: user.id, exceptId: actor.sessionId });
    const resetUrl = `${context.config.publicUrl}/forgotpassword`;
    await queueMail(context, tx, passwordChangedMail({ to: user.email, firstName: user.firstName, resetUrl }));
    await record(tx, context, { action: 'profile.change-password', targetId: user.id });
  });
}
