import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { memberships, organizations } from '../people/tables.ts';

/** The organizations the user belongs to, by name. */
export async function listOrganizations({ db, actor }: Context): Promise<{ id: string; name: string; role: string }[]> {
  return db
    .select({ id: organizations.id, name: organizations.name, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.userId, actor.userId), eq(memberships.status, 'active')))
    .orderBy(asc(organizations.name), asc(organizations.id));
}
