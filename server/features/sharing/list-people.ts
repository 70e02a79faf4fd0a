import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { isManager, MANAGER_ROLES } from '#shared/features/auth/model.ts';
import type { Executor } from '../../platform/database.ts';
import type { Actor, Context } from '../context.ts';
import { groupAdmins, groups, groupUsers } from '../groups/tables.ts';
import { findInstance } from '../instances/index.ts';
import { memberships, users } from '../people/tables.ts';
import { workspaceKind } from '../workspaces/index.ts';

/** Those the person may share a terminal with, by name. @throws NotFound */
export async function listPeople({ actor, db }: Context, input: { id: string }) {
  await findInstance(db, workspaceKind, actor, input.id);
  return readPeople(db, actor);
}

/**
 * Active members whom this person may know of: everyone for owner and admin; for others owner, admins, and whoever is in
 * a group with them. @param lock keeps the memberships as they are until the transaction ends
 */
export function readPeople(executor: Executor, actor: Actor, where?: SQL, lock?: 'share') {
  const found = executor
    .select({ id: users.id, name: users.name, image: users.image })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        eq(memberships.status, 'active'),
        ne(memberships.userId, actor.userId),
        isManager(actor) ? undefined : or(inArray(memberships.role, [...MANAGER_ROLES]), isColleague(actor)),
        where,
      ),
    )
    .orderBy(asc(users.name), asc(users.id));
  return lock ? found.for(lock, { of: memberships }) : found;
}

/** SQL condition: they are in one of the actor's groups of this organization, or administer it. */
function isColleague({ userId, organizationId }: Actor): SQL {
  const inGroup = (
    member: SQL,
  ) => sql`select ${groupUsers.groupId} from ${groupUsers} where ${groupUsers.userId} = ${member}
    union select ${groupAdmins.groupId} from ${groupAdmins} where ${groupAdmins.userId} = ${member}`;
  return sql`exists (select 1 from ${groups} where ${groups.organizationId} = ${organizationId}
    and ${groups.id} in (${inGroup(sql`${userId}::uuid`)}) and ${groups.id} in (${inGroup(sql`${memberships.userId}`)}))`;
}
