import { eq } from 'drizzle-orm';
import type { GroupInput } from '#shared/features/groups/contract.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { lockGroup, requirePeopleManager } from './access.ts';
import { asNameError, setPeople } from './set-people.ts';
import { groups } from './tables.ts';

/** People removed from it lose its access at once. @throws Forbidden, NotFound, ValidationError */
export async function updateGroup(context: Context, input: GroupInput & { id: string }): Promise<void> {
  const { actor, db } = context;
  requirePeopleManager(actor);
  try {
    await db.transaction(async (tx) => {
      const group = await lockGroup(tx, actor, input.id);
      await tx.update(groups).set({ name: input.name }).where(eq(groups.id, group.id));
      await setPeople(context, tx, { groupId: group.id, adminIds: input.admin_users, userIds: input.users });
      await record(tx, context, { action: 'groups.update', targetId: group.id, details: { name: input.name } });
      await announceOrganization(context, tx, context.actor.organizationId);
    });
  } catch (error) {
    throw asNameError(error);
  }
}
