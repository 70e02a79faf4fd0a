import { and, eq, ne } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { memberships } from '../organizations/tables.ts';

/**
 * Keys belong to a user; owner and admin may see the keys of a member of the active organization (decisions §3).
 * @throws NotFound for everyone else, so that nothing leaks about who exists.
 */
export async function mustSeeKeysOf(context: Context, userId: string): Promise<void> {
  const { actor, db } = context;
  if (userId === actor.userId) return;
  if (actor.role !== 'owner' && actor.role !== 'admin') throw new NotFound();
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
