import { and, desc, eq, ilike, notInArray, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import { findItem } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { visibleInstances } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { services } from '../services/tables.ts';

/** By name, host name or item of the catalogue, newest first. */
export async function findServices({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const { id, name, slug, status, createdAt } = instances;
  const { catalogueId } = services;
  const rows = await db
    .select({ id, name, catalogueId, status, userName: users.name })
    .from(instances)
    .innerJoin(services, eq(services.id, id))
    .innerJoin(users, eq(users.id, instances.userId))
    .where(
      and(
        visibleInstances(actor),
        notInArray(status, ['Deleted', 'Pending Deletion']),
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
