import { betaInviteMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Context } from '../context.ts';

/** Mails the link to the prefilled sign-up. `creditCents` is the coupon's value, or 0. */
export async function sendBetaInvite(
  context: Context,
  tx: Transaction,
  input: { id: string; to: string; creditCents: number },
): Promise<void> {
  const dollars = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const credit = input.creditCents > 0 ? dollars.format(input.creditCents / 100) : null;
  const url = `${context.config.publicUrl}/signup?beta_user_id=${input.id}`;
  await queueMail(context, tx, { ...betaInviteMail({ to: input.to, credit, url }), locale: context.origin.locale });
}
