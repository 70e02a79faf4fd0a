import { and, eq } from 'drizzle-orm';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';
import { knownDevice } from './known-device.ts';
import { type OneTimeValues, readOneTime, takeOneTime } from './one-time-values.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { forgetAttempts, returnAttempt, takeAttempt } from './rate-limits.ts';
import { type SecondFactor, spendAuthenticatorCode, spendRecoveryCode } from './two-factor.ts';

const WRONG_CODE = say('auth.codeIncorrect');
const WRONG_RECOVERY_CODE = say('auth.recoveryCodeIncorrect');
const EXPIRED = say('auth.loginTookTooLong');

/**
 * The second step of a sign-in: an authenticator code (six digits) or a recovery code → session key. Limited like the
 * password, with a count that a right password doesn't reset, and a separate one for known browsers. @throws
 * ValidationError, TooManyRequests
 */
export async function loginWithCode(
  context: PublicContext,
  input: { token: string; code: string; device: string | undefined },
): Promise<OpenedSession> {
  const { db, origin } = context;
  const pending = await readOneTime(context, db, 'second-factor', input.token);
  const device = pending && knownDevice(context, input.device, pending.userId);
  if (!device) await takeAttempt(context, 'login-address', origin.ipAddress);
  const user = pending && (await findWaiting(context, pending));
  if (!pending || !user) throw new ValidationError({ two_factor_token: EXPIRED }, EXPIRED);
  const subject = device ? `${device}:${user.id}` : user.id;
  await takeAttempt(context, 'second-factor', subject);
  const factor = await spendCode(context, pending, input);
  if (!device) await returnAttempt(context, 'login-address', origin.ipAddress);
  await forgetAttempts(context, 'second-factor', subject);
  return openSession(context, user.id, { how: `${pending.how}, ${factor}` }, new Date(pending.since));
}

/** The user whose code is asked for; null if they no longer exist. */
async function findWaiting({ db }: PublicContext, { userId }: OneTimeValues['second-factor']) {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'active')));
  return user ?? null;
}

async function spendCode(
  context: PublicContext,
  { userId }: OneTimeValues['second-factor'],
  input: { token: string; code: string },
): Promise<SecondFactor> {
  const digits = input.code.replaceAll(/[\s-]/g, '');
  const factor: SecondFactor = /^\d{6}$/.test(digits) ? 'authenticator' : 'recovery code';
  const right =
    factor === 'authenticator'
      ? await spendAuthenticatorCode(context, context.db, userId, digits)
      : await spendRecoveryCode(context, context.db, userId, input.code);
  if (!right) {
    const entry = { action: 'auth.login', outcome: 'failure', userId, details: { how: factor } } as const;
    await context.db.transaction((tx) => record(tx, context, entry));
    throw new ValidationError({ code: factor === 'authenticator' ? WRONG_CODE : WRONG_RECOVERY_CODE });
  }
  // Only now, so that a mistyped code can be typed again.
  if (!(await takeOneTime(context, context.db, 'second-factor', input.token))) {
    throw new ValidationError({ two_factor_token: EXPIRED }, EXPIRED);
  }
  return factor;
}
