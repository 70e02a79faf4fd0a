import { confirmEmailMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { PublicContext } from '../context.ts';
import { issueMailToken, voidMailTokens } from './mail-tokens.ts';

/** Mails the link that confirms the address; earlier links stop working. */
export async function askToConfirm(
  context: PublicContext,
  tx: Transaction,
  user: { id: string; email: string; firstName: string },
): Promise<void> {
  const purpose = 'confirm_email';
  await voidMailTokens(context, tx, { userId: user.id, purpose });
  const token = await issueMailToken(context, tx, { userId: user.id, purpose });
  const url = `${context.config.publicUrl}/users/confirmemail?token=${token}`;
  await queueMail(context, tx, confirmEmailMail({ to: user.email, firstName: user.firstName, url }));
}
