import { and, eq } from 'drizzle-orm';
import { ValidationError } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/ids.ts';
import { say } from '../../../platform/say.ts';
import type { PublicContext } from '../../context.ts';
import { users } from '../../people/tables.ts';
import { takeOneTime } from '../one-time-values.ts';
import { type SignedIn, signInOrAskForCode } from '../open-session.ts';
import { takeAttempt } from '../rate-limits.ts';

const SPENT = say('auth.federatedUsed');

/**
 * The one-time code of `/login?session_key=…` → session key, in the browser that began: a link can't sign anybody in to
 * somebody else's account. @throws ValidationError, TooManyRequests
 */
export async function loginFederated(
  context: PublicContext,
  input: { code: string; browser: string | undefined },
): Promise<SignedIn> {
  await takeAttempt(context, 'lookup-address', context.origin.ipAddress);
  const since = context.clock.now();
  const kept = await takeOneTime(context, context.db, 'federated-login', input.code);
  if (!kept || !input.browser || kept.browser !== hashToken(input.browser)) throw new ValidationError({}, SPENT);
  const [user] = await context.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, kept.userId), eq(users.status, 'active')));
  if (!user) throw new ValidationError({}, SPENT);
  return signInOrAskForCode(context, user.id, kept.provider, since);
}
