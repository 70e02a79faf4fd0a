import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';
import { ConfigError } from './config-error.ts';

/**
 * Since this migration, tables have only been added to: a release that knows it can run beside this one, while processes
 * are replaced one by one, and this one can be rolled back to it. A migration that takes something away moves it on, a
 * release after the code that used it.
 */
export const COMPATIBLE_FROM = '0008_token_scopes';

/**
 * Refuses tables that this release can't bring up to date. From before the first release: its migrations are one now,
 * which can't follow on any of them. From a newer release: this one would read and write them wrongly.
 * @throws ConfigError, Error
 */
export async function refuseOtherSchema(sql: postgres.Sql, folder: string): Promise<void> {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!journal?.name) return;
  const ours = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  const [applied] = await sql<{ first: string | null; last: string | null }[]>`
    select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations`;
  if (!applied?.first || !applied.last) return;
  if (Number(applied.first) < (ours[0] ?? 0)) {
    throw new ConfigError(
      'This database is from before Slipway’s first release and can’t be upgraded; to start with an empty one, set SLIPWAY_DATA_DIR to a new folder (or DATABASE_URL to a new database), which leaves this one as it is.',
    );
  }
  if (Number(applied.last) > (ours.at(-1) ?? 0)) {
    if (await isCompatible(sql, ours.at(-1) ?? 0)) return;
    throw new Error(
      'A newer release of Slipway has upgraded this database. Start that release or a later one, or restore the backup from before the upgrade.',
    );
  }
}

/** Says which releases can go on with the tables. @param folder of the migrations, all of which are done */
export async function noteCompatibility(sql: postgres.Sql, folder: string): Promise<void> {
  const { entries } = JSON.parse(await readFile(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  const from = entries.find(({ tag }) => tag === COMPATIBLE_FROM)?.when;
  if (from === undefined) return;
  // Not one of our tables: a release has to read it before it knows whether it knows those.
  await sql`create table if not exists drizzle.compatible_from (only_row boolean primary key default true, created_at bigint not null)`;
  await sql`
    insert into drizzle.compatible_from (created_at) values (${from})
    on conflict (only_row) do update set created_at = greatest(compatible_from.created_at, excluded.created_at)`;
}

interface Journal {
  entries: { tag: string; when: number }[];
}

/** Does the newer release leave what one with this last migration reads and writes? */
async function isCompatible(sql: postgres.Sql, last: number): Promise<boolean> {
  const [table] = await sql`select to_regclass('drizzle.compatible_from') as name`;
  if (!table?.name) return false;
  const [row] = await sql<{ from: string }[]>`select created_at as from from drizzle.compatible_from`;
  return row !== undefined && last >= Number(row.from);
}

/** Do the tables have every migration of this release? */
export async function isSchemaCurrent(sql: postgres.Sql, folder: string): Promise<boolean> {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!journal?.name) return false;
  const last = readMigrationFiles({ migrationsFolder: folder }).at(-1);
  const [applied] = await sql`
    select 1 from drizzle.__drizzle_migrations where created_at = ${last?.folderMillis ?? 0} limit 1`;
  return applied !== undefined;
}
