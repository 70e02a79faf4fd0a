import { and, arrayContains, asc, eq, inArray, not, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { deletedGroups, groupAdmins, groups, groupUsers } from './tables.ts';

export interface UserGroup {
  userId: string;
  id: string;
  group_name: string;
}

/** The groups of the active organization that these people are users of, by name. */
export async function groupsOf(executor: Executor, organizationId: string, userIds: string[]): Promise<UserGroup[]> {
  if (userIds.length === 0) return [];
  return executor
    .select({ userId: groupUsers.userId, id: groups.id, group_name: groups.name })
    .from(groupUsers)
    .innerJoin(groups, eq(groups.id, groupUsers.groupId))
    .where(and(eq(groups.organizationId, organizationId), inArray(groupUsers.userId, userIds)))
    .orderBy(asc(groups.name));
}

/** Sets the groups a member is a user of. @throws ValidationError for groups of another organization */
export async function setGroupsOf(
  context: Context,
  tx: Transaction,
  input: { userId: string; groupIds: string[] },
): Promise<void> {
  const { userId } = input;
  const here = eq(groups.organizationId, context.actor.organizationId);
  const asked = [...new Set(input.groupIds)];
  const known = asked.every(isId)
    ? await tx
        .select({ id: groups.id })
        .from(groups)
        .where(and(here, inArray(groups.id, asked)))
        .for('share')
    : [];
  if (known.length !== asked.length) throw new ValidationError({ groups: say('groups.groupMissing') });
  const ours = tx.select({ id: groups.id }).from(groups).where(here);
  await tx.delete(groupUsers).where(and(eq(groupUsers.userId, userId), inArray(groupUsers.groupId, ours)));
  if (known.length > 0) await tx.insert(groupUsers).values(known.map(({ id }) => ({ groupId: id, userId })));
  await context.bus.notify(tx, 'access_changed', { reason: 'groups of a user changed' });
}

/** The groups a person was in, as user and as administrator. */
export interface LeftGroups {
  groupIds: string[];
  administeredGroupIds: string[];
}

/** Removes a person from every group of an organization. @returns which they were, deleted ones too while they are kept */
export async function leaveGroups(
  tx: Transaction,
  input: { userId: string; organizationId: string },
): Promise<LeftGroups> {
  const ours = tx.select({ id: groups.id }).from(groups).where(eq(groups.organizationId, input.organizationId));
  const leave = async (table: typeof groupUsers | typeof groupAdmins, inDeleted: AnyPgColumn) => {
    const theirs = and(eq(table.userId, input.userId), inArray(table.groupId, ours));
    const left = await tx.delete(table).where(theirs).returning({ id: table.groupId });
    const kept = await tx
      .select({ id: deletedGroups.id })
      .from(deletedGroups)
      .where(and(eq(deletedGroups.organizationId, input.organizationId), arrayContains(inDeleted, [input.userId])));
    return [...left, ...kept].map(({ id }) => id);
  };
  return {
    groupIds: await leave(groupUsers, deletedGroups.userIds),
    administeredGroupIds: await leave(groupAdmins, deletedGroups.adminIds),
  };
}

/** Puts a person back into those of the groups that exist, or can be had back. */
export async function rejoinGroups(
  tx: Transaction,
  { userId, organizationId, groupIds, administeredGroupIds }: LeftGroups & { userId: string; organizationId: string },
): Promise<void> {
  const here = eq(groups.organizationId, organizationId);
  const known = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(here, inArray(groups.id, [...groupIds, ...administeredGroupIds])))
    .for('share');
  const rowsOf = (ids: string[]) =>
    known.filter(({ id }) => ids.includes(id)).map(({ id }) => ({ groupId: id, userId }));
  const [asUser, asAdmin] = [rowsOf(groupIds), rowsOf(administeredGroupIds)];
  if (asUser.length > 0) await tx.insert(groupUsers).values(asUser).onConflictDoNothing();
  if (asAdmin.length > 0) await tx.insert(groupAdmins).values(asAdmin).onConflictDoNothing();
  for (const [name, ids] of [
    ['userIds', groupIds],
    ['adminIds', administeredGroupIds],
  ] as const) {
    const column = deletedGroups[name];
    await tx
      .update(deletedGroups)
      .set({ [name]: sql`array_append(${column}, ${userId}::uuid)` })
      .where(
        and(
          eq(deletedGroups.organizationId, organizationId),
          inArray(deletedGroups.id, ids),
          not(arrayContains(column, [userId])),
        ),
      );
  }
}
