import { and, desc, eq, ilike, ne, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import type { Context } from '../context.ts';
import { visibleInstances } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';

/** By name or host name, newest first. */
export async function findWorkspaces({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const rows = await db
    .select({ id: instances.id, name: instances.name, status: instances.status, userName: users.name })
    .from(instances)
    .innerJoin(users, eq(users.id, instances.userId))
    .where(
      and(
        visibleInstances(actor),
        eq(instances.kind, 'workspace'),
        ne(instances.status, 'Deleted'),
        or(ilike(instances.name, pattern), ilike(instances.slug, pattern)),
      ),
    )
    .orderBy(desc(instances.createdAt), desc(instances.id))
    .limit(SEARCH_LIMITS.Workspaces);
  return rows.map(({ id, name, status, userName }) => ({
    heading: name,
    icon: 'workspace',
    text: `${userName} · ${status}`,
    url: `/workspaces/edit/${id}`,
  }));
}
