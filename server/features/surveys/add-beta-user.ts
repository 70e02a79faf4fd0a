import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { addBetaUserBody } from '#shared/features/surveys/contract.ts';
import { DAY } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { EMAIL_TAKEN, isEmailTaken } from '../auth/index.ts';
import { coupons } from '../billing/tables.ts';
import type { Context } from '../context.ts';
import { betaUsers } from '../people/tables.ts';
import { requireProductAdmin } from './access.ts';
import { sendBetaInvite } from './send-beta-invite.ts';

/** How long an invitation's coupon can be used, from its last mail. */
export const COUPON_LIFETIME_MS = 90 * DAY;
/** Without characters that are mistaken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** Invites an address to the beta programme, with a coupon for one organization. @throws Forbidden, ValidationError */
export async function addBetaUser(context: Context, input: z.output<typeof addBetaUserBody>): Promise<string> {
  const { actor, clock, db } = context;
  requireProductAdmin(actor);
  const { email_address: email, credit } = input;
  return db.transaction(async (tx) => {
    await holdNamedLock(tx, `beta-user.${email}`);
    if (await isEmailTaken(tx, email)) throw new ValidationError({ email_address: EMAIL_TAKEN });
    const invited = eq(sql`lower(${betaUsers.emailAddress})`, email);
    const [before] = await tx.select({ id: betaUsers.id }).from(betaUsers).where(invited);
    if (before)
      throw new ValidationError({
        email_address: say('surveys.alreadyInvited'),
      });
    const id = newId();
    const now = clock.now();
    const couponCode = credit > 0 ? await makeCoupon(context, tx, credit) : null;
    await tx.insert(betaUsers).values({ id, emailAddress: email, couponCode, createdAt: now, sentAt: now });
    await sendBetaInvite(context, tx, { id, to: email, creditCents: credit });
    await record(tx, context, { action: 'surveys.add-beta-user', targetId: id, details: { credit } });
    return id;
  });
}

async function makeCoupon({ clock }: Context, tx: Transaction, creditCents: number): Promise<string> {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  const code = `BETA-${letters.join('')}`;
  const expiresAt = new Date(clock.now().getTime() + COUPON_LIFETIME_MS);
  await tx.insert(coupons).values({ code, creditCents, expiresAt, usesLeft: 1 });
  return code;
}
