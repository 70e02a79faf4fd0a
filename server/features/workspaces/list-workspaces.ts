import { and, asc, count, desc, eq, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { containing } from '../../platform/containing.ts';
import { type ListInput, sortColumn } from '../../platform/list-order.ts';
import { sameId } from '../../platform/same-id.ts';
import { databases, languages } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { hostNames } from '../hosts/index.ts';
import { recordColumns, STATUSES, visibleInstances } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { hasSafetyCopy, restorableUntil } from '../snapshots/index.ts';
import { mayRestore } from './access.ts';
import { presentRow } from './presenter.ts';
import { workspaces } from './tables.ts';

interface ListWorkspacesInput extends ListInput {
  status?: (typeof STATUS_FILTERS)[number] | undefined;
  userId?: string | undefined;
  /** `shared` or `private`: where it runs. */
  type?: string | undefined;
}

const SORTS = {
  name: instances.name,
  create_date: instances.createdAt,
  last_access_date: workspaces.lastAccessAt,
  workspace_status: instances.status,
  user_name: users.name,
} satisfies Record<string, PgColumn>;

/** One page (16) of the workspaces the person sees, newest first by default, without deleted ones. */
export async function listWorkspaces(
  context: Context,
  input: ListWorkspacesInput,
): Promise<{ records: number; rows: WorkspaceRow[] }> {
  const { db } = context;
  const matches = and(
    visibleInstances(context.actor),
    eq(instances.kind, 'workspace'),
    presence(context.actor, input.status),
    ...filters(input),
  );
  const [rows, [total], languageOptions, databaseOptions] = await Promise.all([
    db
      .select({ workspace: recordColumns(workspaces), userName: users.name })
      .from(instances)
      .innerJoin(workspaces, eq(workspaces.id, instances.id))
      .innerJoin(users, eq(users.id, instances.userId))
      .where(matches)
      .orderBy(...order(input))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    input.search
      ? db.select({ records: count() }).from(instances).innerJoin(users, eq(users.id, instances.userId)).where(matches)
      : db.select({ records: count() }).from(instances).where(matches),
    languages(context),
    databases(context),
  ]);
  const deleted = rows.flatMap(({ workspace: { id, status } }) => (status === 'Deleted' ? [id] : []));
  const restorable = await restorableUntil(db, deleted);
  const hosts = await hostNames(
    context,
    rows.map((row) => row.workspace.serverId),
  );
  const names = { languages: languageOptions, databases: databaseOptions, hosts };
  return {
    records: total?.records ?? 0,
    rows: rows.map((row) => presentRow(context, names, row.workspace, row.userName, restorable.get(row.workspace.id))),
  };
}

/** A never-used one sorts before any use; the other columns are never null, and their indexes have no other order. */
function order({ sort, sortDir }: ListWorkspacesInput): SQL[] {
  const column = sortColumn(SORTS, sort, 'create_date');
  const used = column === workspaces.lastAccessAt;
  return sortDir === 'asc'
    ? [used ? sql`${column} asc nulls first` : asc(column), asc(instances.id)]
    : [used ? sql`${column} desc nulls last` : desc(column), desc(instances.id)];
}

/** Shows deleted ones on request, to people who may restore them, as long as that is possible. */
function presence(actor: Context['actor'], status: ListWorkspacesInput['status']): SQL | undefined {
  if (status !== 'deleted') return ne(instances.status, 'Deleted');
  return mayRestore(actor) ? hasSafetyCopy(instances.id) : sql`false`;
}

function filters(input: ListWorkspacesInput): (SQL | undefined)[] {
  const pattern = input.search ? containing(input.search) : undefined;
  return [
    input.status ? inArray(instances.status, STATUSES[input.status]) : undefined,
    input.userId ? sameId(instances.userId, input.userId) : undefined,
    input.type === 'shared' ? eq(instances.serverId, 'shared') : undefined,
    input.type === 'private' ? ne(instances.serverId, 'shared') : undefined,
    pattern
      ? or(ilike(instances.name, pattern), ilike(instances.slug, pattern), ilike(users.name, pattern))
      : undefined,
  ];
}
