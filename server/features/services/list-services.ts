import { and, count, eq, ilike, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import { isManager } from '#shared/features/auth/model.ts';
import type { ServiceRow } from '#shared/features/services/contract.ts';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { containing } from '../../platform/containing.ts';
import { type ListInput, listOrder } from '../../platform/list-order.ts';
import { sameId } from '../../platform/same-id.ts';
import type { Context } from '../context.ts';
import { recordColumns, STATUSES, visibleInstances } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { hosts } from '../machines/tables.ts';
import { users } from '../people/tables.ts';
import { presentRow } from './presenter.ts';
import { services } from './tables.ts';

interface ListServicesInput extends ListInput {
  status?: keyof typeof STATUSES | undefined;
  userId?: string | undefined;
}

const GONE: WorkspaceStatus[] = ['Deleted', 'Pending Deletion'];

const SORTS = {
  name: instances.name,
  service_name: services.catalogueId,
  service_status: instances.status,
  user_name: users.name,
  server_name: hosts.name,
  memory_gb: instances.memoryMb,
  create_date: instances.createdAt,
} satisfies Record<string, PgColumn>;

/** One page (16) of the services the person sees, newest first by default; deleted ones only when asked for. */
export async function listServices(
  context: Context,
  input: ListServicesInput,
): Promise<{ records: number; rows: ServiceRow[] }> {
  const { actor, config, db } = context;
  const matches = and(visibleInstances(actor), eq(instances.kind, 'service'), ...filters(context, input));
  const [rows, [total]] = await Promise.all([
    db
      .select({ service: recordColumns(services), userName: users.name, serverName: hosts.name })
      .from(instances)
      .innerJoin(services, eq(services.id, instances.id))
      .innerJoin(users, eq(users.id, instances.userId))
      .leftJoin(hosts, eq(sql`${hosts.id}::text`, instances.serverId))
      .where(matches)
      .orderBy(...listOrder(SORTS, input, ['create_date', 'desc'], instances.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db
      .select({ records: count() })
      .from(instances)
      .innerJoin(services, eq(services.id, instances.id))
      .innerJoin(users, eq(users.id, instances.userId))
      .where(matches),
  ]);
  return {
    records: total?.records ?? 0,
    rows: rows.map(({ service, userName, serverName }) =>
      presentRow(config, actor, service, { user: userName, server: serverName ?? '' }),
    ),
  };
}

/** Deleted ones that can be had back have the status of things that will be deleted, and the others are gone. */
const filtered = (status: keyof typeof STATUSES) => STATUSES[status === 'deleted' ? 'pending_deletion' : status];

function filters({ actor }: Pick<Context, 'actor'>, input: ListServicesInput): (SQL | undefined)[] {
  const pattern = input.search ? containing(input.search) : undefined;
  return [
    input.status ? inArray(instances.status, filtered(input.status)) : notInArray(instances.status, GONE),
    input.userId && isManager(actor) ? sameId(instances.userId, input.userId) : undefined,
    pattern
      ? or(
          ilike(instances.name, pattern),
          ilike(instances.slug, pattern),
          ilike(services.catalogueId, pattern),
          ilike(users.name, pattern),
        )
      : undefined,
  ];
}
