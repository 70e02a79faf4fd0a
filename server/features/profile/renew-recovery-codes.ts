import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { holdSession, provePassword, renewCodes, usesTwoFactor } from '../auth/index.ts';
import type { Context } from '../context.ts';

/** New recovery codes; the old ones stop working. @throws ValidationError on `current_password`, Conflict */
export async function renewRecoveryCodes(context: Context, input: { current_password: string }): Promise<string[]> {
  const { actor, db } = context;
  await provePassword(context, 'current_password', input.current_password);
  if (!(await usesTwoFactor(db, actor.userId))) throw new Conflict(say('profile.twoFactorIsOff'));
  return db.transaction(async (tx) => {
    await holdSession(tx, actor);
    await record(tx, context, { action: 'profile.renew-recovery-codes', targetId: actor.userId });
    return renewCodes(tx, actor.userId);
  });
}
