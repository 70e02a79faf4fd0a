import { and, count, desc, eq, ilike, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { SnapshotOption, SnapshotRow } from '#shared/features/snapshots/contract.ts';
import type { SNAPSHOT_STATUS_FILTERS, SNAPSHOT_TYPES, SnapshotStatus } from '#shared/features/snapshots/model.ts';
import { containing } from '../../platform/containing.ts';
import { type ListInput, listOrder } from '../../platform/list-order.ts';
import { sameId } from '../../platform/same-id.ts';
import { databases, languages } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { snapshots } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { visibleSnapshots } from './access.ts';
import { presentSnapshot, softwareOf } from './presenter.ts';

type StatusFilter = (typeof SNAPSHOT_STATUS_FILTERS)[number];

interface ListSnapshotsInput extends ListInput {
  status?: StatusFilter | undefined;
  userId?: string | undefined;
  workspaceId?: string | undefined;
  type?: (typeof SNAPSHOT_TYPES)[number] | undefined;
}

const STATUSES: Record<StatusFilter, SnapshotStatus> = {
  active: 'Active',
  pending: 'Pending',
  failed: 'Failed',
  pending_deletion: 'Pending Deletion',
};

const SORTS = {
  name: snapshots.name,
  snapshot_type: snapshots.type,
  original_user: users.name,
  status: snapshots.status,
  create_date: snapshots.createdAt,
  scheduled_delete_date: snapshots.scheduledDeleteAt,
} satisfies Record<string, PgColumn>;

/** One page (16) of the snapshots the person sees, newest first by default. */
export async function listSnapshots(
  context: Context,
  input: ListSnapshotsInput,
): Promise<{ records: number; rows: SnapshotRow[] }> {
  const { actor, db } = context;
  const matches = and(visibleSnapshots(actor), ...filters(input));
  const [rows, [total], catalogue] = await Promise.all([
    db
      .select({ snapshot: snapshots, userName: users.name })
      .from(snapshots)
      .innerJoin(users, eq(users.id, snapshots.userId))
      .where(matches)
      .orderBy(...listOrder(SORTS, input, ['create_date', 'desc'], snapshots.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(snapshots).innerJoin(users, eq(users.id, snapshots.userId)).where(matches),
    readCatalogue(context),
  ]);
  return {
    records: total?.records ?? 0,
    rows: rows.map((row) => presentSnapshot(context, catalogue, row.snapshot, row.userName)),
  };
}

/** Limit for choices in a form; nobody looks through more. */
const MOST_OPTIONS = 200;

/** The snapshots that can be launched, newest first. */
export async function listSnapshotOptions(
  context: Context,
  input: Pick<ListSnapshotsInput, 'type'>,
): Promise<SnapshotOption[]> {
  const { actor, db } = context;
  const [rows, catalogue] = await Promise.all([
    db
      .select()
      .from(snapshots)
      .where(and(visibleSnapshots(actor), eq(snapshots.status, 'Active'), ...filters(input)))
      .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
      .limit(MOST_OPTIONS),
    readCatalogue(context),
  ]);
  return rows.map((snapshot) => {
    const { language, database } = softwareOf(catalogue, snapshot);
    return {
      value: snapshot.id,
      text: snapshot.name,
      language: language.value,
      more_languages: language.more,
      language_name: language.name,
      database: database.value,
      database_name: database.name,
    };
  });
}

function filters(input: Partial<ListSnapshotsInput>): (SQL | undefined)[] {
  const pattern = input.search ? containing(input.search) : undefined;
  return [
    input.status ? eq(snapshots.status, STATUSES[input.status]) : undefined,
    input.userId ? sameId(snapshots.userId, input.userId) : undefined,
    // A service's id works as well: both are what a snapshot was taken of.
    input.workspaceId ? sameId(snapshots.instanceId, input.workspaceId) : undefined,
    input.type ? eq(snapshots.type, input.type) : undefined,
    pattern ? or(ilike(snapshots.name, pattern), ilike(users.name, pattern)) : undefined,
  ];
}

async function readCatalogue(context: Context) {
  const [languageOptions, databaseOptions] = await Promise.all([languages(context), databases(context)]);
  return { languages: languageOptions, databases: databaseOptions };
}
