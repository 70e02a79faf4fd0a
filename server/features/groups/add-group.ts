import type { GroupInput } from '#shared/features/groups/contract.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { requirePeopleManager } from './access.ts';
import { asNameError, setPeople } from './set-people.ts';
import { groups } from './tables.ts';

/** @throws Forbidden; ValidationError for a name that is taken and for people who are not members */
export async function addGroup(context: Context, input: GroupInput): Promise<{ id: string }> {
  const { actor, clock, db } = context;
  requirePeopleManager(actor);
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      const { organizationId } = actor;
      await tx.insert(groups).values({ id, organizationId, name: input.name, createdAt: clock.now() });
      await setPeople(context, tx, { groupId: id, adminIds: input.admin_users, userIds: input.users });
      await record(tx, context, { action: 'groups.add', targetId: id, details: { name: input.name } });
      await announceOrganization(context, tx, context.actor.organizationId);
    });
  } catch (error) {
    throw asNameError(error);
  }
  return { id };
}
