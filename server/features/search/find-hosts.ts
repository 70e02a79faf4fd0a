import { and, desc, eq, ilike, ne, or } from 'drizzle-orm';
import { SEARCH_LIMITS, type SearchResult } from '#shared/features/search/contract.ts';
import { serverOptionName } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { hosts } from '../machines/tables.ts';

/** By name or host name, newest first; for owner and admins, like the hosts page. */
export async function findHosts({ actor, db }: Context, pattern: string): Promise<SearchResult[]> {
  if (actor.role !== 'owner' && actor.role !== 'admin') return [];
  const { id, name, serverOptionId, hostname, status, createdAt, organizationId } = hosts;
  const rows = await db
    .select({ id, name, serverOptionId, status })
    .from(hosts)
    .where(
      and(
        eq(organizationId, actor.organizationId),
        ne(status, 'Deleted'),
        or(ilike(name, pattern), ilike(hostname, pattern)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(SEARCH_LIMITS.Hosts);
  return rows.map((host) => ({
    heading: host.name,
    icon: 'host',
    text: `${serverOptionName(host.serverOptionId)} · ${host.status}`,
    url: `/hosts/edit/${host.id}`,
  }));
}
