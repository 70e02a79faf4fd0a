import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import { sessions } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { findOwnOrganization } from '../people/index.ts';

/** Makes another of the user's organizations the active one of this session. @throws NotFound */
export async function switchOrganization(context: Context, input: { id: string }): Promise<void> {
  const { organization } = await findOwnOrganization(context.db, context.actor, input.id);
  await context.db.transaction(async (tx) => {
    await tx.update(sessions).set({ organizationId: organization.id }).where(eq(sessions.id, context.actor.sessionId));
    await context.bus.notify(tx, 'access_changed', { reason: 'organization switched' });
    await record(tx, context, { action: 'organizations.switch', targetId: organization.id });
  });
}
