import { and, asc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import type { Context } from '../context.ts';
import { memberships } from '../organizations/tables.ts';
import { users } from '../users/tables.ts';

/** Members by name, username or address, for owner and admin; of somebody who has not accepted yet the address alone. */
export async function findPeople({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  if (!isManager(actor)) return [];
  const nameIsKnown = sql<boolean>`(${memberships.status} <> 'pending' or ${users.status} = 'pending')`;
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, image: users.image, known: nameIsKnown })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, actor.organizationId),
        ne(memberships.status, 'deleted'),
        or(
          ilike(users.email, pattern),
          and(nameIsKnown, or(ilike(users.name, pattern), ilike(users.username, pattern))),
        ),
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
    .limit(SEARCH_LIMITS.People);
  return rows.map(({ id, name, email, image, known }) => ({
    heading: known ? name : email,
    icon: 'person',
    text: email,
    url: `/users/edit/${id}`,
    profile_photo_url: known ? image : null,
  }));
}
