import { and, asc, count, desc, eq, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { containing } from '../../platform/containing.ts';
import { sameId } from '../../platform/same-id.ts';
import { sortColumn } from '../../platform/sort-column.ts';
import { databases, languages } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import { hostNames } from '../hosts/index.ts';
import { STATUSES } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { hasSafetyCopy, restorableUntil } from '../snapshots/index.ts';
import { mayRestore } from './access.ts';
import { presentRow } from './presenter.ts';

export interface ListInput {
  page: number;
  search?: string | undefined;
  status?: (typeof STATUS_FILTERS)[number] | undefined;
  userId?: string | undefined;
  /** `shared` or `private`: where it runs. */
  type?: string | undefined;
  sort?: string | undefined;
  sortDir?: 'asc' | 'desc' | undefined;
}

const SORTS = {
  name: workspaces.name,
  create_date: workspaces.createdAt,
  last_access_date: workspaces.lastAccessAt,
  workspace_status: workspaces.status,
  user_name: users.name,
} satisfies Record<string, PgColumn>;

/** One page (16) of the workspaces the person sees, newest first by default, without deleted ones. */
export async function listWorkspaces(
  context: Context,
  input: ListInput,
): Promise<{ records: number; rows: WorkspaceRow[] }> {
  const { db, config } = context;
  const matches = and(visibleTo(context.actor, workspaces), presence(context.actor, input.status), ...filters(input));
  const [rows, [total], languageOptions, databaseOptions] = await Promise.all([
    db
      .select({ workspace: workspaces, userName: users.name })
      .from(workspaces)
      .innerJoin(users, eq(users.id, workspaces.userId))
      .where(matches)
      .orderBy(...order(input))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    input.search
      ? db
          .select({ records: count() })
          .from(workspaces)
          .innerJoin(users, eq(users.id, workspaces.userId))
          .where(matches)
      : db.select({ records: count() }).from(workspaces).where(matches),
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
    rows: rows.map((row) => presentRow(config, names, row.workspace, row.userName, restorable.get(row.workspace.id))),
  };
}

/** A never-used one sorts before any use; the other columns are never null, and their indexes have no other order. */
function order({ sort, sortDir }: ListInput): SQL[] {
  const column = sortColumn(SORTS, sort, 'create_date');
  const used = column === workspaces.lastAccessAt;
  return sortDir === 'asc'
    ? [used ? sql`${column} asc nulls first` : asc(column), asc(workspaces.id)]
    : [used ? sql`${column} desc nulls last` : desc(column), desc(workspaces.id)];
}

/** Shows deleted ones on request, to people who may restore them, as long as that is possible. */
function presence(actor: Context['actor'], status: ListInput['status']): SQL | undefined {
  if (status !== 'deleted') return ne(workspaces.status, 'Deleted');
  return mayRestore(actor) ? hasSafetyCopy(workspaces.id) : sql`false`;
}

function filters(input: ListInput): (SQL | undefined)[] {
  const pattern = input.search ? containing(input.search) : undefined;
  return [
    input.status ? inArray(workspaces.status, STATUSES[input.status]) : undefined,
    input.userId ? sameId(workspaces.userId, input.userId) : undefined,
    input.type === 'shared' ? eq(workspaces.serverId, 'shared') : undefined,
    input.type === 'private' ? ne(workspaces.serverId, 'shared') : undefined,
    pattern
      ? or(ilike(workspaces.name, pattern), ilike(workspaces.slug, pattern), ilike(users.name, pattern))
      : undefined,
  ];
}
