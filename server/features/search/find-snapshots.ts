import { and, desc, eq, ilike } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import type { Context } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { visibleSnapshots } from '../snapshots/index.ts';

/** By name, newest first. */
export async function findSnapshots({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  const rows = await db
    .select({ name: snapshots.name, status: snapshots.status, userName: users.name })
    .from(snapshots)
    .innerJoin(users, eq(users.id, snapshots.userId))
    .where(and(visibleSnapshots(actor), ilike(snapshots.name, pattern)))
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
    .limit(SEARCH_LIMITS.Snapshots);
  return rows.map(({ name, status, userName }) => ({
    heading: name,
    icon: 'snapshot',
    text: `${userName} · ${status}`,
    url: `/workspaces/snapshots?search=${encodeURIComponent(name)}`,
  }));
}
