import { and, asc, eq, ne } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { findInstance } from '../instances/index.ts';
import { memberships, users } from '../people/tables.ts';
import { workspaceKind } from '../workspaces/index.ts';

/** Active members by name, without the person. @throws NotFound */
export async function listPeople({ actor, db }: Context, input: { id: string }) {
  await findInstance(db, workspaceKind, actor, input.id);
  return db
    .select({ id: users.id, name: users.name, image: users.image })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        eq(memberships.status, 'active'),
        ne(memberships.userId, actor.userId),
      ),
    )
    .orderBy(asc(users.name), asc(users.id));
}
