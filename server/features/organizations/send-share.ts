import { eq } from 'drizzle-orm';
import { queueMail, shareMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { organizations, type shares, users } from '../people/tables.ts';

/** Mails the link to the sign-up that redeems the share. */
export async function sendShare(context: Context, tx: Transaction, share: typeof shares.$inferSelect): Promise<void> {
  const [[inviter], [organization]] = await Promise.all([
    tx.select({ name: users.name }).from(users).where(eq(users.id, context.actor.userId)),
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, share.organizationId)),
  ]);
  if (!inviter || !organization) throw new Error(say('organizations.shareIncomplete'));
  const mail = shareMail({
    to: share.inviteEmail,
    name: share.inviteName,
    inviter: inviter.name,
    organization: organization.name,
    message: share.customMessage,
    url: `${context.config.publicUrl}/signup?share_id=${share.id}`,
  });
  await queueMail(context, tx, { ...mail, locale: context.origin.locale });
}
