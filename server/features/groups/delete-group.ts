import { desc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { lockGroup, requirePeopleManager } from './access.ts';
import type { GroupSecrets } from './secrets-of-groups.ts';
import { deletedGroups, groupAdmins, groups, groupUsers } from './tables.ts';

/** As many deleted ones are kept of an organization, so that adding and deleting in turn fills nothing. */
const KEPT_MAX = 100;

/**
 * The people stay; its administrators lose their access at once, and its users its secrets. It can be had back for
 * 24 hours. @throws Forbidden, NotFound
 */
export async function deleteGroup(context: Context, secrets: GroupSecrets, input: { id: string }): Promise<void> {
  const { actor, bus, clock, db } = context;
  requirePeopleManager(actor);
  await db.transaction(async (tx) => {
    const group = await lockGroup(tx, actor, input.id);
    const peopleIn = async (table: typeof groupAdmins | typeof groupUsers) => {
      const rows = await tx.delete(table).where(eq(table.groupId, group.id)).returning({ userId: table.userId });
      return rows.map(({ userId }) => userId);
    };
    const [adminIds, userIds] = [await peopleIn(groupAdmins), await peopleIn(groupUsers)];
    await tx.insert(deletedGroups).values({ ...group, adminIds, userIds, deletedAt: clock.now() });
    await secrets.keep(tx, group);
    await tx.delete(groups).where(eq(groups.id, group.id));
    await forgetOldest(tx, group);
    await bus.notify(tx, 'access_changed', { reason: 'group deleted' });
    await record(tx, context, { action: 'groups.delete', targetId: group.id, details: { name: group.name } });
    await announceOrganization(context, tx, context.actor.organizationId);
  });
}

async function forgetOldest(tx: Transaction, { organizationId }: { organizationId: string }): Promise<void> {
  const older = tx
    .select({ id: deletedGroups.id })
    .from(deletedGroups)
    .where(eq(deletedGroups.organizationId, organizationId))
    .orderBy(desc(deletedGroups.deletedAt), desc(deletedGroups.id))
    .offset(KEPT_MAX);
  await tx.delete(deletedGroups).where(inArray(deletedGroups.id, older));
}
