import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { forgetTwoFactor, holdSession, provePassword } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { tellOfChange } from './tell-of-change.ts';

/** From now on the password alone signs in. @throws ValidationError on `current_password`, TooManyRequests */
export async function disableTwoFactor(context: Context, input: { current_password: string }): Promise<void> {
  const { actor, db } = context;
  await provePassword(context, 'current_password', input.current_password);
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    await forgetTwoFactor(tx, actor.userId);
    await tellOfChange(context, tx, say('profile.twoFactorOff'));
    await record(tx, context, { action: 'profile.disable-two-factor', targetId: actor.userId });
  });
}
