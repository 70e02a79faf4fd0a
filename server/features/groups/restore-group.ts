import { and, desc, eq, gt } from 'drizzle-orm';
import type { DeletedThing } from '#shared/api/envelope.ts';
import { keptSince, presentDeleted } from '#shared/api/undo.ts';
import { violatedConstraint } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { lockGroup, requirePeopleManager } from './access.ts';
import type { GroupSecrets } from './secrets-of-groups.ts';
import { membersAmong, setPeople } from './set-people.ts';
import { deletedGroups, groups } from './tables.ts';

/** SQL condition: deleted ones of the active organization that can still be had back. */
function kept({ actor, clock }: Pick<Context, 'actor' | 'clock'>) {
  return and(
    eq(deletedGroups.organizationId, actor.organizationId),
    gt(deletedGroups.deletedAt, keptSince(clock.now())),
  );
}

/**
 * Takes a deletion back within 24 hours: the same group, with its secrets and those of its people who are still
 * members. Succeeds if it isn't deleted. @throws Forbidden; NotFound, also once it is gone; Conflict if its name is taken
 */
export async function restoreGroup(context: Context, secrets: GroupSecrets, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  requirePeopleManager(actor);
  let name = '';
  try {
    await db.transaction(async (tx) => {
      const wanted = and(eq(deletedGroups.id, input.id), kept(context));
      const [found] = isId(input.id) ? await tx.select().from(deletedGroups).where(wanted).for('update') : [];
      // Somebody else was quicker, or it is gone: that one says which.
      if (!found) return void (await lockGroup(tx, actor, input.id));
      const { adminIds, userIds, deletedAt: _, ...group } = found;
      name = group.name;
      await tx.insert(groups).values(group);
      await secrets.putBack(tx, group);
      await tx.delete(deletedGroups).where(eq(deletedGroups.id, group.id));
      const members = await membersAmong(context, tx, [...adminIds, ...userIds]);
      const there = (ids: string[]) => ids.filter((id) => members.has(id));
      await setPeople(context, tx, { groupId: group.id, adminIds: there(adminIds), userIds: there(userIds) });
      await record(tx, context, { action: 'groups.restore', targetId: group.id, details: { name } });
      await announceOrganization(context, tx, actor.organizationId);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'groups_name') throw error;
    throw new Conflict(say('groups.nameTakenMeanwhile', { name }));
  }
}

/** Deleted ones that can still be had back, newest first. */
export async function listDeletedGroups(context: Context): Promise<DeletedThing[]> {
  const rows = await context.db
    .select({ id: deletedGroups.id, name: deletedGroups.name, deletedAt: deletedGroups.deletedAt })
    .from(deletedGroups)
    .where(kept(context))
    .orderBy(desc(deletedGroups.deletedAt), desc(deletedGroups.id));
  return rows.map(presentDeleted);
}
