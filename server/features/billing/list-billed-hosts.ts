import { and, asc, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { hosts } from '../machines/tables.ts';
import { serverOptionName } from './server-options.ts';

/** The organization's hosts as its bill names them, oldest first. */
export async function listBilledHosts(executor: Executor, organizationId: string) {
  const rows = await executor
    .select()
    .from(hosts)
    .where(and(eq(hosts.organizationId, organizationId), ne(hosts.status, 'Deleted')))
    .orderBy(asc(hosts.createdAt), asc(hosts.id));
  return rows.map((host) => ({
    id: host.id,
    name: host.name,
    server_option_name: serverOptionName(host.serverOptionId),
    server_option_specifier: host.serverOptionId,
    scheduled_for_delete_flag: host.status === 'Pending Deletion',
  }));
}
