import { eq } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import { Conflict, NotFound, TooManyRequests } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { coupons } from '../billing/tables.ts';
import type { Context } from '../context.ts';
import { betaUsers } from '../people/tables.ts';
import { requireProductAdmin } from './access.ts';
import { COUPON_LIFETIME_MS } from './add-beta-user.ts';
import { sendBetaInvite } from './send-beta-invite.ts';

/** Mails an invitation again, and renews its coupon. @throws Forbidden, NotFound, Conflict, TooManyRequests */
export async function resendBetaInvite(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  requireProductAdmin(actor);
  await db.transaction(async (tx) => {
    const [beta] = isId(input.id)
      ? await tx.select().from(betaUsers).where(eq(betaUsers.id, input.id)).for('update')
      : [];
    if (!beta?.emailAddress) throw new NotFound();
    if (beta.userId) throw new Conflict(say('surveys.alreadySignedUp'));
    const now = clock.now();
    if (beta.sentAt && now.getTime() - beta.sentAt.getTime() < MINUTE) {
      throw new TooManyRequests(60, say('organizations.invitationJustSent'));
    }
    await tx.update(betaUsers).set({ sentAt: now }).where(eq(betaUsers.id, beta.id));
    const [coupon] = beta.couponCode
      ? await tx
          .update(coupons)
          .set({ expiresAt: new Date(now.getTime() + COUPON_LIFETIME_MS) })
          .where(eq(coupons.code, beta.couponCode))
          .returning()
      : [];
    await sendBetaInvite(context, tx, { id: beta.id, to: beta.emailAddress, creditCents: coupon?.creditCents ?? 0 });
    await record(tx, context, { action: 'surveys.resend-beta-invite', targetId: beta.id });
  });
}
