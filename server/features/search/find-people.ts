import { and, asc, eq, ilike, ne, or } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import { hasScope } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { isKnown, knownName, knownPicture } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';

/**
 * Members by name, username or address, for owner and admin; invited people who haven't accepted yet by address only.
 */
export async function findPeople({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  if (!isManager(actor) || !hasScope(actor, 'people')) return [];
  const rows = await db
    .select({ id: users.id, name: knownName, email: users.email, image: knownPicture })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        ne(memberships.status, 'deleted'),
        or(ilike(users.email, pattern), and(isKnown, or(ilike(users.name, pattern), ilike(users.username, pattern)))),
      ),
    )
    .orderBy(asc(knownName), asc(users.id))
    .limit(SEARCH_LIMITS.People);
  return rows.map(({ id, name, email, image }) => ({
    heading: name,
    icon: 'person',
    text: email,
    url: `/users/edit/${id}`,
    profile_photo_url: image,
  }));
}
