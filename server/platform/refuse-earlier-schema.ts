import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';
import { ConfigError } from './config-error.ts';

/** The migrations of that time are one now, which can't follow on any of them. @throws ConfigError */
export async function refuseEarlierSchema(sql: postgres.Sql, folder: string): Promise<void> {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!journal?.name) return;
  const [first] = readMigrationFiles({ migrationsFolder: folder });
  const earlier = await sql`
    select id from drizzle.__drizzle_migrations where created_at < ${first?.folderMillis ?? 0} limit 1`;
  if (earlier.length > 0) {
    throw new ConfigError(
      'This database is from before Slipway’s first release and can’t be upgraded; to start with an empty one, set SLIPWAY_DATA_DIR to a new folder (or DATABASE_URL to a new database), which leaves this one as it is.',
    );
  }
}
