import { eq } from 'drizzle-orm';
import { inviteMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import { issueMailToken, voidMailTokens } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { organizations, users } from '../people/tables.ts';

/**
 * Mails a pending member the link that makes them one; earlier links stop working. New people choose a password, people
 * with an account sign in with it.
 */
export async function sendInvite(context: Context, tx: Transaction, input: { userId: string }): Promise<void> {
  const { actor, config } = context;
  const { userId } = input;
  const { organizationId } = actor;
  const [[user], [inviter], [organization]] = await Promise.all([
    tx.select().from(users).where(eq(users.id, userId)),
    tx.select({ name: users.name }).from(users).where(eq(users.id, actor.userId)),
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
  ]);
  if (!user || !inviter || !organization) throw new Error(say('users.invitationIncomplete'));
  await voidMailTokens(context, tx, { userId, purpose: 'invite', organizationId });
  const token = await issueMailToken(context, tx, { userId, purpose: 'invite', organizationId });
  const isNew = user.status === 'pending';
  const path = isNew
    ? `/users/updatepassword?token=${token}&invite_token=${token}`
    : `/users/acceptinvite?invite_token=${token}`;
  const mail = inviteMail({
    to: user.email,
    firstName: user.firstName,
    username: user.username,
    inviter: inviter.name,
    organization: organization.name,
    url: `${config.publicUrl}${path}`,
    isNew,
  });
  await queueMail(context, tx, { ...mail, locale: context.origin.locale });
}
