import { eq } from 'drizzle-orm';
import { Conflict, Unauthenticated } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { askToConfirm, isNamedAdministrator, takeAttempt } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

const CONFIRMED = say('profile.emailAlreadyConfirmed');

/**
 * Mails the caller the link that confirms their address. Once it is confirmed, only to people the settings name as
 * administrators, who confirm it again in the session in which they become one. @throws Conflict, TooManyRequests
 */
export async function sendConfirmation(context: Context): Promise<void> {
  const { actor, config, db } = context;
  const [user] = await db.select().from(users).where(eq(users.id, actor.userId));
  if (!user) throw new Unauthenticated();
  const appointable = !user.adminFlag && isNamedAdministrator(config, user);
  if (user.emailVerified && !appointable) throw new Conflict(CONFIRMED);
  await takeAttempt(context, 'confirm-account', user.id);
  await db.transaction(async (tx) => {
    await askToConfirm(context, tx, user);
    await record(tx, context, { action: 'profile.send-confirmation', targetId: user.id });
  });
}
