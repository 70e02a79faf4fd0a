import { and, eq, inArray, ne } from 'drizzle-orm';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { memberships } from '../people/tables.ts';
import { groupAdmins, groupUsers } from './tables.ts';

const NOT_A_MEMBER = say('groups.organizationMembersOnly');

/** Sets the group's people. @throws ValidationError for somebody who isn't a member of the active organization */
export async function setPeople(
  context: Context,
  tx: Transaction,
  input: { groupId: string; adminIds: string[]; userIds: string[] },
): Promise<void> {
  const { groupId } = input;
  const adminIds = [...new Set(input.adminIds)];
  const userIds = [...new Set(input.userIds)];
  const members = await membersAmong(context, tx, [...adminIds, ...userIds]);
  const fields = {
    ...(adminIds.every((id) => members.has(id)) ? {} : { admin_users: NOT_A_MEMBER }),
    ...(userIds.every((id) => members.has(id)) ? {} : { users: NOT_A_MEMBER }),
  };
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  await tx.delete(groupAdmins).where(eq(groupAdmins.groupId, groupId));
  await tx.delete(groupUsers).where(eq(groupUsers.groupId, groupId));
  if (adminIds.length > 0) await tx.insert(groupAdmins).values(adminIds.map((userId) => ({ groupId, userId })));
  if (userIds.length > 0) await tx.insert(groupUsers).values(userIds.map((userId) => ({ groupId, userId })));
  await context.bus.notify(tx, 'access_changed', { reason: 'group changed' });
}

/**
 * Which of them are members. Locks their memberships, so that nobody is removed from the organization and added to a
 * group at the same time.
 */
export async function membersAmong({ actor }: Context, tx: Transaction, ids: string[]): Promise<Set<string>> {
  const asked = ids.filter(isId);
  if (asked.length === 0) return new Set();
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        ne(memberships.status, 'deleted'),
        inArray(memberships.userId, asked),
      ),
    )
    .for('share');
  return new Set(rows.map(({ userId }) => userId));
}

/** Two groups with one name at once: the second gets the usual error. */
export function asNameError(error: unknown): unknown {
  return violatedConstraint(error) === 'groups_name' ? new ValidationError({ name: say('groups.nameTaken') }) : error;
}
