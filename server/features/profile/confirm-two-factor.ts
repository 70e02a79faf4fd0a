import { and, eq, isNull } from 'drizzle-orm';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import {
  forgetAttempts,
  holdSession,
  renewCodes,
  spendAuthenticatorCode,
  takeAttempt,
  usesTwoFactor,
} from '../auth/index.ts';
import { twoFactors } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { tellOfChange } from './tell-of-change.ts';

const WRONG_CODE = say('profile.codeIncorrect');
const NOT_BEGUN = say('profile.twoFactorNotBegun');

/**
 * Turns two-factor on with the authenticator's first code.
 * @returns the recovery codes, only this once
 * @throws ValidationError on `code`, Conflict, TooManyRequests
 */
export async function confirmTwoFactor(context: Context, input: { code: string }): Promise<string[]> {
  const { actor, clock, db } = context;
  const { userId } = actor;
  await takeAttempt(context, 'second-factor', userId);
  const [begun] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  if (!begun || (await usesTwoFactor(db, userId))) throw new Conflict(NOT_BEGUN);
  const digits = input.code.replaceAll(/\s/g, '');
  if (!(await spendAuthenticatorCode(context, db, userId, digits))) throw new ValidationError({ code: WRONG_CODE });
  await forgetAttempts(context, 'second-factor', userId);
  return db.transaction(async (tx) => {
    await holdSession(tx, actor);
    const on = await tx
      .update(twoFactors)
      .set({ confirmedAt: clock.now() })
      .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.confirmedAt)))
      .returning({ userId: twoFactors.userId });
    if (on.length === 0) throw new Conflict(NOT_BEGUN);
    await tellOfChange(context, tx, say('profile.twoFactorOn'));
    await record(tx, context, { action: 'profile.enable-two-factor', targetId: userId });
    return renewCodes(tx, userId);
  });
}
