import { and, eq, ne } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { administers } from '../groups/index.ts';
import { memberships } from '../people/tables.ts';

/**
 * Keys belong to a user. People who add workspaces for a member see that member's keys, to pick one: owner and admin
 * everyone's, a lead those of users of groups they administer.
 * @throws NotFound for everyone else, so that nothing leaks about who exists
 */
export async function mustSeeKeysOf(context: Context, userId: string): Promise<void> {
  const { actor, db } = context;
  if (userId === actor.userId) return;
  if (!isManager(actor) && !(await isLeadOf(context, userId))) throw new NotFound();
  const [member] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        eq(memberships.userId, userId),
        ne(memberships.status, 'deleted'),
      ),
    );
  if (!member) throw new NotFound();
}

async function isLeadOf({ actor, db }: Context, userId: string): Promise<boolean> {
  return actor.role === 'lead' && administers(db, actor, userId);
}
