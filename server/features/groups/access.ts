import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Executor } from '../../platform/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Actor } from '../context.ts';
import { groupAdmins, groups, groupUsers } from './tables.ts';

type Requester = Pick<Actor, 'userId' | 'organizationId'>;

/**
 * SQL condition for the workspaces, services and snapshots a person sees: owner and admin all of the organization; lead
 * and user their own, and those of users of groups they administer.
 */
export function visibleTo(
  actor: Requester & Pick<Actor, 'role'>,
  of: { organizationId: AnyColumn; userId: AnyColumn },
): SQL | undefined {
  const here = eq(of.organizationId, actor.organizationId);
  if (isManager(actor)) return here;
  return and(here, sql`${of.userId} in (select ${actor.userId}::uuid union ${administeredUsers(actor)})`);
}

/** Does this person administer a group of the active organization that `userId` is in? */
export async function administers(executor: Executor, actor: Requester, userId: string): Promise<boolean> {
  if (!isId(userId)) return false;
  const found = await executor.execute(sql`select 1 where ${userId}::uuid in (${administeredUsers(actor)})`);
  return found.length > 0;
}

/** SQL condition: `admin` administers a group, of the organization of `of`, that the user of `of` is in. */
export function administersUser(admin: AnyColumn, of: { organizationId: AnyColumn; userId: AnyColumn }): SQL {
  return sql`exists (select 1 from ${groupUsers}
    join ${groupAdmins} on ${groupAdmins.groupId} = ${groupUsers.groupId} and ${groupAdmins.userId} = ${admin}
    join ${groups} on ${groups.id} = ${groupUsers.groupId} and ${groups.organizationId} = ${of.organizationId}
    where ${groupUsers.userId} = ${of.userId})`;
}

function administeredUsers(actor: Requester): SQL {
  return sql`select ${groupUsers.userId} from ${groupUsers}
    join ${groupAdmins} on ${groupAdmins.groupId} = ${groupUsers.groupId} and ${groupAdmins.userId} = ${actor.userId}
    join ${groups} on ${groups.id} = ${groupUsers.groupId} and ${groups.organizationId} = ${actor.organizationId}`;
}

/** Groups of the active organization whose secrets this person manages: owner and admins all, others those they administer. */
export async function administeredGroups(
  executor: Executor,
  actor: Requester & Pick<Actor, 'role'>,
): Promise<{ id: string; group_name: string }[]> {
  const here = eq(groups.organizationId, actor.organizationId);
  const theirs = sql`${groups.id} in (select ${groupAdmins.groupId} from ${groupAdmins}
    where ${groupAdmins.userId} = ${actor.userId})`;
  return executor
    .select({ id: groups.id, group_name: groups.name })
    .from(groups)
    .where(isManager(actor) ? here : and(here, theirs))
    .orderBy(sql`lower(${groups.name})`);
}

/** Users and groups are managed by the owner and admins. @throws Forbidden */
export function requirePeopleManager(actor: Pick<Actor, 'role'>): void {
  if (!isManager(actor)) throw new Forbidden(say('groups.managersOnly'));
}

/** A group of the active organization, locked until the transaction ends. @throws NotFound */
export async function lockGroup(executor: Executor, actor: Requester, id: string): Promise<typeof groups.$inferSelect> {
  const rows = isId(id)
    ? await executor
        .select()
        .from(groups)
        .where(sql`${groups.id} = ${id} and ${groups.organizationId} = ${actor.organizationId}`)
        .for('update')
    : [];
  if (!rows[0]) throw new NotFound();
  return rows[0];
}
