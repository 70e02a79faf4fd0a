import { eq } from 'drizzle-orm';
import { Conflict, Unauthenticated } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { authenticatorUri, holdSession, newSeed, provePassword, usesTwoFactor } from '../auth/index.ts';
import { twoFactors } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

const ON_ALREADY = say('profile.twoFactorAlreadyOn');

/**
 * Creates a new authenticator seed. The login doesn't change until a code is confirmed.
 * @throws ValidationError on `current_password`, Conflict, TooManyRequests
 */
export async function beginTwoFactor(
  context: Context,
  input: { current_password: string },
): Promise<{ secret: string; uri: string }> {
  const { actor, clock, db, secrets } = context;
  await provePassword(context, 'current_password', input.current_password);
  if (await usesTwoFactor(db, actor.userId)) throw new Conflict(ON_ALREADY);
  const [user] = await db.select().from(users).where(eq(users.id, actor.userId));
  if (!user) throw new Unauthenticated();
  const secret = newSeed();
  const sealed = { sealedSeed: secrets.seal(secret), confirmedAt: null, lastStep: 0 };
  const fresh = { ...sealed, addedIn: actor.sessionId, createdAt: clock.now() };
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    await tx
      .insert(twoFactors)
      .values({ userId: actor.userId, ...fresh })
      .onConflictDoUpdate({ target: twoFactors.userId, set: fresh });
    await record(tx, context, { action: 'profile.begin-two-factor', targetId: actor.userId });
  });
  return { secret, uri: authenticatorUri(secret, user.username) };
}
