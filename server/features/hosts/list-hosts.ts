import { and, count, eq, ilike, inArray, ne, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { HostRow } from '#shared/features/hosts/contract.ts';
import type { HOST_STATUS_FILTERS, HostStatus } from '#shared/features/hosts/model.ts';
import { containing } from '../../platform/containing.ts';
import { type ListInput, listOrder } from '../../platform/list-order.ts';
import { heldOn } from '../capacity/index.ts';
import type { Context } from '../context.ts';
import { countProtected } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { requireManager } from '../people/index.ts';
import { presentHostRow } from './presenter.ts';

const STATUSES: Record<(typeof HOST_STATUS_FILTERS)[number], HostStatus[]> = {
  active_pending: ['Active', 'Pending'],
  active: ['Active'],
  pending: ['Pending'],
  pending_deletion: ['Pending Deletion'],
};

const SORTS = {
  name: hosts.name,
  option_name: hosts.serverOptionId,
  cpu_cores: hosts.cpuCores,
  memory_gb: hosts.memoryMb,
  disk_gb: hosts.diskGb,
  status: hosts.status,
  create_date: hosts.createdAt,
} satisfies Record<string, PgColumn>;

interface ListHostsInput extends ListInput {
  status?: (typeof HOST_STATUS_FILTERS)[number] | undefined;
}

/** One page (16) of the organization's hosts, newest first by default. @throws Forbidden */
export async function listHosts(
  context: Context,
  input: ListHostsInput,
): Promise<{ records: number; rows: HostRow[] }> {
  const { actor, db } = context;
  requireManager(actor);
  const pattern = input.search ? containing(input.search) : undefined;
  const matches = and(
    eq(hosts.organizationId, actor.organizationId),
    ne(hosts.status, 'Deleted'),
    input.status ? inArray(hosts.status, STATUSES[input.status]) : undefined,
    pattern ? or(ilike(hosts.name, pattern), ilike(hosts.hostname, pattern)) : undefined,
  );
  const [rows, [total]] = await Promise.all([
    db
      .select()
      .from(hosts)
      .where(matches)
      .orderBy(...listOrder(SORTS, input, ['create_date', 'desc'], hosts.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(hosts).where(matches),
  ]);
  const held = await heldOn(
    db,
    rows.map(({ id }) => id),
  );
  const presented = rows.map(async (host) =>
    presentHostRow(host, held.get(host.id), await countProtected(db, host.id)),
  );
  return { records: total?.records ?? 0, rows: await Promise.all(presented) };
}
