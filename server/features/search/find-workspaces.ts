import { and, desc, eq, ilike, ne, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import { workspaces } from '../instances/tables.ts';
import { users } from '../people/tables.ts';

/** By name or host name, newest first. */
export async function findWorkspaces({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const rows = await db
    .select({ id: workspaces.id, name: workspaces.name, status: workspaces.status, userName: users.name })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.userId))
    .where(
      and(
        visibleTo(actor, workspaces),
        ne(workspaces.status, 'Deleted'),
        or(ilike(workspaces.name, pattern), ilike(workspaces.slug, pattern)),
      ),
    )
    .orderBy(desc(workspaces.createdAt), desc(workspaces.id))
    .limit(SEARCH_LIMITS.Workspaces);
  return rows.map(({ id, name, status, userName }) => ({
    heading: name,
    icon: 'workspace',
    text: `${userName} · ${status}`,
    url: `/workspaces/edit/${id}`,
  }));
}
