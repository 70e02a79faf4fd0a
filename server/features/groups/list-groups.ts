import { and, asc, count, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { GroupRow } from '#shared/features/groups/contract.ts';
import { containing } from '../../platform/containing.ts';
import type { Executor } from '../../platform/database.ts';
import { type ListInput, listOrder } from '../../platform/list-order.ts';
import type { Context } from '../context.ts';
import { knownName, knownPicture } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { requirePeopleManager } from './access.ts';
import { listDeletedGroups } from './restore-group.ts';
import { groupAdmins, groups, groupUsers } from './tables.ts';

const size = sql<number>`(select count(*)::int from ${groupUsers} where ${groupUsers.groupId} = "groups"."id")`;
const SORTS = {
  group_name: sql`lower(${groups.name})`,
  group_size: size,
  create_date: groups.createdAt,
} satisfies Record<string, PgColumn | SQL>;

/** One page (16) of the organization's groups, by name by default, plus all of them for selections, and deleted ones. */
export async function listGroups(context: Context, input: ListInput) {
  const { actor, db } = context;
  requirePeopleManager(actor);
  const pattern = input.search ? containing(input.search) : undefined;
  const matches = and(
    eq(groups.organizationId, actor.organizationId),
    pattern ? ilike(groups.name, pattern) : undefined,
  );
  const [rows, [total], data, deleted] = await Promise.all([
    db
      .select({ id: groups.id, name: groups.name, createdAt: groups.createdAt, size })
      .from(groups)
      .where(matches)
      .orderBy(...listOrder(SORTS, input, ['group_name', 'asc'], groups.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(groups).where(matches),
    listGroupNames(db, actor.organizationId),
    listDeletedGroups(context),
  ]);
  const admins = await adminsOf(
    context,
    rows.map(({ id }) => id),
  );
  return {
    records: total?.records ?? 0,
    rows: rows.map(
      ({ id, name, createdAt, size }): GroupRow => ({
        id,
        groupID: id,
        group_name: name,
        group_size: size,
        create_date: createdAt.toISOString(),
        admin_users: admins.filter(({ groupId }) => groupId === id).map(({ groupId: _, ...admin }) => admin),
      }),
    ),
    data,
    deleted,
  };
}

/** Every group of an organization, by name. */
export async function listGroupNames(executor: Executor, organizationId: string) {
  return executor
    .select({ id: groups.id, group_name: groups.name })
    .from(groups)
    .where(eq(groups.organizationId, organizationId))
    .orderBy(sql`lower(${groups.name})`);
}

async function adminsOf({ actor, db }: Context, groupIds: string[]) {
  if (groupIds.length === 0) return [];
  return db
    .select({ groupId: groupAdmins.groupId, id: users.id, name: knownName, profile_photo_url: knownPicture })
    .from(groupAdmins)
    .innerJoin(users, eq(users.id, groupAdmins.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.organizationId, actor.organizationId)))
    .where(inArray(groupAdmins.groupId, groupIds))
    .orderBy(asc(knownName), asc(users.id));
}
