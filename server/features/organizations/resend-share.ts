import { and, eq } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import { NotFound, TooManyRequests } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { takeAttempt } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { shares } from '../people/tables.ts';
import { visibleShares } from './list-shares.ts';
import { sendShare } from './send-share.ts';

/** Mails a share again, at most once a minute. @throws NotFound, TooManyRequests */
export async function resendShare(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  await takeAttempt(context, 'share-user', actor.userId);
  await db.transaction(async (tx) => {
    const [share] = isId(input.id)
      ? await tx
          .select()
          .from(shares)
          .where(and(eq(shares.id, input.id), visibleShares(actor)))
          .for('update')
      : [];
    if (!share) throw new NotFound();
    const now = clock.now();
    if (now.getTime() - share.sentAt.getTime() < MINUTE) {
      throw new TooManyRequests(60, say('organizations.invitationJustSent'));
    }
    await tx.update(shares).set({ sentAt: now }).where(eq(shares.id, share.id));
    await sendShare(context, tx, share);
    await record(tx, context, { action: 'organizations.resend-share', targetId: share.id });
  });
}
