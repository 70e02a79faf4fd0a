import { and, eq } from 'drizzle-orm';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { forgetAttempts, takeAttempt } from './rate-limits.ts';
import { CREDENTIAL } from './set-password.ts';
import { accounts } from './tables.ts';

const WRONG = say('auth.currentPasswordIncorrect');

/**
 * The signed-in person proves their password. Failures are limited like failed logins, with a separate count, so that
 * strangers' guesses don't get in the way.
 * @throws ValidationError on `field`, TooManyRequests
 */
export async function provePassword(context: Context, field: string, password: string): Promise<void> {
  const { actor, db } = context;
  await takeAttempt(context, 'proof', actor.userId);
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.userId), eq(accounts.providerId, CREDENTIAL)));
  if (!(await context.passwords.check(password, account?.hash ?? null))) throw new ValidationError({ [field]: WRONG });
  await forgetAttempts(context, 'proof', actor.userId);
}
