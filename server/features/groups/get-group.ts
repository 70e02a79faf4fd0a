import { and, asc, eq } from 'drizzle-orm';
import type { Group } from '#shared/features/groups/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { requirePeopleManager } from './access.ts';
import { presentGroup } from './presenter.ts';
import { groupAdmins, groups, groupUsers } from './tables.ts';

/** @throws Forbidden, NotFound */
export async function getGroup({ actor, db }: Context, input: { id: string }): Promise<Group> {
  requirePeopleManager(actor);
  if (!isId(input.id)) throw new NotFound();
  const [group] = await db
    .select()
    .from(groups)
    .where(and(eq(groups.id, input.id), eq(groups.organizationId, actor.organizationId)));
  if (!group) throw new NotFound();
  const [admins, members] = await Promise.all([
    db.select().from(groupAdmins).where(eq(groupAdmins.groupId, group.id)).orderBy(asc(groupAdmins.userId)),
    db.select().from(groupUsers).where(eq(groupUsers.groupId, group.id)).orderBy(asc(groupUsers.userId)),
  ]);
  return presentGroup(
    group,
    admins.map(({ userId }) => userId),
    members.map(({ userId }) => userId),
  );
}
