import { and, desc, eq, ilike, ne, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import { findItem } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import { organizationServices } from '../instances/tables.ts';
import { users } from '../people/tables.ts';

/** By name, host name or item of the catalogue, newest first. */
export async function findServices({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const { id, name, slug, catalogueId, status, createdAt } = organizationServices;
  const rows = await db
    .select({ id, name, catalogueId, status, userName: users.name })
    .from(organizationServices)
    .innerJoin(users, eq(users.id, organizationServices.userId))
    .where(
      and(
        visibleTo(actor, organizationServices),
        ne(status, 'Deleted'),
        or(ilike(name, pattern), ilike(slug, pattern), ilike(catalogueId, pattern)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(SEARCH_LIMITS.Services);
  return rows.map((row) => ({
    heading: row.name,
    icon: 'service',
    text: `${findItem(row.catalogueId)?.name ?? row.catalogueId} · ${row.userName} · ${row.status}`,
    url: `/services/edit/${row.id}`,
  }));
}
