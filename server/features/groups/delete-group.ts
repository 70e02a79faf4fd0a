import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { lockGroup, requirePeopleManager } from './access.ts';
import { groups } from './tables.ts';

/** The people stay; its administrators lose their access at once. @throws Forbidden, NotFound */
export async function deleteGroup(context: Context, input: { id: string }): Promise<void> {
  const { actor, bus, db } = context;
  requirePeopleManager(actor);
  await db.transaction(async (tx) => {
    const group = await lockGroup(tx, actor, input.id);
    await tx.delete(groups).where(eq(groups.id, group.id));
    await bus.notify(tx, 'access_changed', { reason: 'group deleted' });
    await record(tx, context, { action: 'groups.delete', targetId: group.id, details: { name: group.name } });
    await announceOrganization(context, tx, context.actor.organizationId);
  });
}
