import { and, count, eq, gt, ilike, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import { keptSince, undoUntil } from '#shared/api/undo.ts';
import type { UserRow } from '#shared/features/users/contract.ts';
import type { MemberStatus } from '#shared/features/users/model.ts';
import { containing } from '../../platform/containing.ts';
import { type ListInput, listOrder } from '../../platform/list-order.ts';
import type { Context } from '../context.ts';
import { groupsOf, requirePeopleManager } from '../groups/index.ts';
import { isKnown, knownName } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { presentRow } from './presenter.ts';
import { deletedMembers } from './tables.ts';

interface ListUsersInput extends ListInput {
  status?: MemberStatus | undefined;
}

const SORTS = {
  username: sql`case when ${isKnown} then ${users.username} else '' end`,
  name: sql`lower(${knownName})`,
  email_address: users.email,
  role_name: sql`array_position(array['owner', 'admin', 'lead', 'user'], ${memberships.role})`,
  status: memberships.status,
  create_date: memberships.createdAt,
} satisfies Record<string, PgColumn | SQL>;

/** One page (16) of the members, by name by default. @throws Forbidden */
export async function listUsers(
  { actor, clock, db }: Context,
  input: ListUsersInput,
): Promise<{ records: number; rows: UserRow[] }> {
  requirePeopleManager(actor);
  const matches = and(
    eq(memberships.organizationId, actor.organizationId),
    input.status ? eq(memberships.status, input.status) : ne(memberships.status, 'deleted'),
    searchFor(input.search),
  );
  const canBeUndone = and(
    eq(deletedMembers.organizationId, memberships.organizationId),
    eq(deletedMembers.userId, memberships.userId),
    gt(deletedMembers.deletedAt, keptSince(clock.now())),
  );
  const [found, [total]] = await Promise.all([
    db
      .select({ user: users, membership: memberships, removedAt: deletedMembers.deletedAt })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .leftJoin(deletedMembers, canBeUndone)
      .where(matches)
      .orderBy(...listOrder(SORTS, input, ['name', 'asc'], users.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(memberships).innerJoin(users, eq(users.id, memberships.userId)).where(matches),
  ]);
  const ids = found.map(({ user }) => user.id);
  const groups = await groupsOf(db, actor.organizationId, ids);
  return {
    records: total?.records ?? 0,
    rows: found.map(({ removedAt, ...row }) => ({
      ...presentRow(row, groups),
      undo_until: removedAt && undoUntil(removedAt).toISOString(),
    })),
  };
}

/** By name, username or address; invited people who haven't accepted yet by address only. */
export function searchFor(text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  const pattern = containing(text);
  return or(ilike(users.email, pattern), and(isKnown, or(ilike(users.name, pattern), ilike(users.username, pattern))));
}
