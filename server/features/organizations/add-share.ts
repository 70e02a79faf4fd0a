import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { addShareBody } from '#shared/features/organizations/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { takeAttempt } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { shares } from '../people/tables.ts';
import { sendShare } from './send-share.ts';

/**
 * Invites somebody to Slipway by mail; anyone signed in may. An organization can invite an address once, then resend
 * it. @throws ValidationError, TooManyRequests
 */
export async function addShare(context: Context, input: z.output<typeof addShareBody>): Promise<string> {
  const { actor, clock, db } = context;
  await takeAttempt(context, 'share-user', actor.userId);
  await takeAttempt(context, 'share-organization', actor.organizationId);
  return db.transaction(async (tx) => {
    await holdNamedLock(tx, `share.${actor.organizationId}.${input.invite_email}`);
    const [before] = await tx
      .select({ id: shares.id })
      .from(shares)
      .where(and(eq(shares.organizationId, actor.organizationId), eq(shares.inviteEmail, input.invite_email)))
      .limit(1);
    if (before)
      throw new ValidationError({
        invite_email: say('organizations.alreadyInvited'),
      });
    const now = clock.now();
    const [share] = await tx
      .insert(shares)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        userId: actor.userId,
        inviteName: input.invite_name,
        inviteEmail: input.invite_email,
        customMessage: input.custom_message || null,
        createdAt: now,
        sentAt: now,
      })
      .returning();
    if (!share) throw new Error(say('organizations.invitationNotSaved'));
    await sendShare(context, tx, share);
    await context.publish(tx, 'organization', actor.organizationId, { id: actor.organizationId });
    await record(tx, context, { action: 'organizations.add-share', targetId: share.id });
    return share.id;
  });
}
