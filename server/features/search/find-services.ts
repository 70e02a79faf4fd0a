import { and, desc, eq, ilike, ne, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import { organizationServices } from '../instances/tables.ts';
import { findItem } from '../services/index.ts';
import { users } from '../users/tables.ts';

/** By name, host name or item of the catalogue, newest first. */
export async function findServices({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const { id, name, slug, serviceId, status, createdAt } = organizationServices;
  const rows = await db
    .select({ id, name, serviceId, status, userName: users.name })
    .from(organizationServices)
    .innerJoin(users, eq(users.id, organizationServices.userId))
    .where(
      and(
        visibleTo(actor, organizationServices),
        ne(status, 'Deleted'),
        or(ilike(name, pattern), ilike(slug, pattern), ilike(serviceId, pattern)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(SEARCH_LIMITS.Services);
  return rows.map((row) => ({
    heading: row.name,
    icon: 'service',
    text: `${findItem(row.serviceId)?.name ?? row.serviceId} · ${row.userName} · ${row.status}`,
    url: `/services/edit/${row.id}`,
  }));
}
