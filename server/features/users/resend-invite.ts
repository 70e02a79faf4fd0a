import { and, eq, gt } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import { Conflict, TooManyRequests } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { mailTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { requirePeopleManager } from '../groups/index.ts';
import { lockMember } from './access.ts';
import { sendInvite } from './send-invite.ts';

/** @throws Forbidden, NotFound; Conflict for an existing member; TooManyRequests within a minute */
export async function resendInvite(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  requirePeopleManager(actor);
  await db.transaction(async (tx) => {
    const { membership } = await lockMember(tx, actor, input.id);
    if (membership.status !== 'pending') throw new Conflict(say('users.invitationAccepted'));
    const { userId, organizationId } = membership;
    const [recent] = await tx
      .select({ id: mailTokens.id })
      .from(mailTokens)
      .where(
        and(
          eq(mailTokens.userId, userId),
          eq(mailTokens.purpose, 'invite'),
          eq(mailTokens.organizationId, organizationId),
          gt(mailTokens.createdAt, new Date(clock.now().getTime() - MINUTE)),
        ),
      );
    if (recent) throw new TooManyRequests(60, say('users.invitationJustSent'));
    await sendInvite(context, tx, { userId });
    await record(tx, context, { action: 'users.resend-invite', targetId: userId });
  });
}
