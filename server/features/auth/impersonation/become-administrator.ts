import { and, eq } from 'drizzle-orm';
import { queueMail, securityNoticeMail } from '../../../mail/index.ts';
import { Conflict, Forbidden } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { record } from '../../audit/index.ts';
import type { Context } from '../../context.ts';
import { users } from '../../people/tables.ts';
import { endSessions } from '../end-sessions.ts';
import { holdSession } from '../hold-session.ts';
import { provePassword } from '../prove-password.ts';
import { sessions } from '../tables.ts';
import { isNamedAdministrator } from './named-administrator.ts';

const NOT_NAMED = say('auth.notListedAdministrator');
const NOT_CONFIRMED = say('auth.confirmInThisSession');
const WHAT = say('auth.becameAdministrator');

/**
 * Makes a person named in the settings an administrator, if they confirmed the address in this session and then prove
 * the password: neither the mail nor the password alone is enough. Their other sessions end.
 * @throws Forbidden, Conflict; ValidationError on `current_password`, TooManyRequests
 */
export async function becomeAdministrator(context: Context, input: { current_password: string }): Promise<void> {
  const { actor, clock, config, db } = context;
  const [user] = await db
    .select({ email: users.email, firstName: users.firstName, confirmedAt: sessions.addressConfirmedAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(sessions.id, actor.sessionId), eq(users.emailVerified, true)));
  if (!user?.confirmedAt) throw new Conflict(NOT_CONFIRMED);
  if (!isNamedAdministrator(config, user)) throw new Forbidden(NOT_NAMED);
  await provePassword(context, 'current_password', input.current_password);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ adminFlag: true, updatedAt: clock.now() }).where(eq(users.id, actor.userId));
    await holdSession(tx, actor);
    await endSessions(context, tx, { userId: actor.userId, exceptId: actor.sessionId });
    const url = `${config.publicUrl}/profile`;
    const { email: to, firstName } = user;
    await queueMail(context, tx, securityNoticeMail({ to, firstName, what: WHAT, url }));
    await record(tx, context, { action: 'auth.become-administrator', targetId: actor.userId });
  });
}
