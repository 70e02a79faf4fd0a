import { eq } from 'drizzle-orm';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { acceptInvitation, consumeMailToken } from '../auth/index.ts';
import { sessions } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';

const SPENT = say('users.invitationInvalid');

/** The signed-in user joins the organization they were invited to, and switches to it. @throws Conflict */
export async function acceptInvite(context: Context, input: { token: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const used = await consumeMailToken(context, tx, input.token, ['invite']);
    if (!used?.organizationId || used.userId !== actor.userId) throw new Conflict(SPENT);
    const { organizationId } = used;
    await acceptInvitation(context, tx, used);
    await tx.update(sessions).set({ organizationId }).where(eq(sessions.id, actor.sessionId));
    await record(tx, context, { action: 'users.accept-invite', targetId: actor.userId, organizationId });
    await announceOrganization(context, tx, organizationId);
  });
}
