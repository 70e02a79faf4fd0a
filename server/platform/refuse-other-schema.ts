import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';
import { ConfigError } from './config-error.ts';

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
    throw new Error(
      'A newer release of Slipway has upgraded this database. Start that release or a later one, or restore the backup from before the upgrade.',
    );
  }
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
