import { eq } from 'drizzle-orm';
import { queueMail, securityNoticeMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';

/** Mails the person that their sign-in methods changed, in case it was somebody else. */
export async function tellOfChange(
  context: Pick<PublicContext, 'config' | 'secrets'> & { actor: { userId: string } },
  tx: Transaction,
  what: string,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, context.actor.userId));
  if (!user) return;
  const url = `${context.config.publicUrl}/profile`;
  await queueMail(context, tx, securityNoticeMail({ to: user.email, firstName: user.firstName, what, url }));
}
