import { eq } from 'drizzle-orm';
import { queueMail, securityNoticeMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { Forbidden, Unauthenticated, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context, PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';
import { forgetWaysIn } from './forget-ways-in.ts';
import { isNamedAdministrator } from './impersonation/named-administrator.ts';
import { consumeMailToken, findMailToken } from './mail-tokens.ts';
import { sessions } from './tables.ts';

const SOMEBODY_ELSES = say('auth.linkForOtherAccount');
const FORGOTTEN = say('auth.emailConfirmedOthersEnded');

/**
 * Confirms the signed-in person's address: whoever opens the mail must be in the account, so that nobody confirms what
 * a stranger signed up with. The first time, sign-in methods added by others are dropped.
 * @returns whether proving the password now makes the person an administrator
 * @throws ValidationError on `token` if it is missing, unknown, used or expired; Unauthenticated, Forbidden
 */
export async function confirmEmail(context: PublicContext, input: { token: string }): Promise<{ named: boolean }> {
  const { actor, db } = context;
  if (input.token === '') throw invalid(say('auth.noToken'));
  const found = await findMailToken(context, db, input.token, ['confirm_email']);
  if (!found) throw invalid(say('auth.invalidToken'));
  if (!actor) throw new Unauthenticated();
  if (found.userId !== actor.userId) throw new Forbidden(SOMEBODY_ELSES);
  return db.transaction((tx) => confirm({ ...context, actor }, tx, input.token));
}

async function confirm(context: Context, tx: Transaction, token: string): Promise<{ named: boolean }> {
  const { actor, clock, config } = context;
  const { userId, sessionId } = actor;
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  const [session] = await tx
    .update(sessions)
    .set({ addressConfirmedAt: clock.now() })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id, provider: sessions.provider });
  if (!user || !session) throw new Unauthenticated();
  if (!(await consumeMailToken(context, tx, token, ['confirm_email']))) throw invalid(say('auth.invalidToken'));
  if (!user.emailVerified && (await forgetWaysIn(context, tx, userId, session))) {
    const url = `${config.publicUrl}/profile`;
    await queueMail(
      context,
      tx,
      securityNoticeMail({ to: user.email, firstName: user.firstName, what: FORGOTTEN, url }),
    );
  }
  await tx.update(users).set({ emailVerified: true, updatedAt: clock.now() }).where(eq(users.id, userId));
  await record(tx, context, { action: 'auth.confirm-email', targetId: userId });
  return { named: !user.adminFlag && isNamedAdministrator(config, user) };
}

function invalid(message: string): ValidationError {
  return new ValidationError({ token: message }, message);
}
