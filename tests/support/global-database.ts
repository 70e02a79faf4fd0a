import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/dev/embedded-postgres.ts';
import { migrateDatabase } from '#server/platform/database.ts';
import { migrateJobs } from '#server/platform/jobs.ts';
import { createLogger } from '#server/platform/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

export const TEMPLATE = 'slipway_template';
const root = path.resolve(import.meta.dirname, '../..');

/** One database server for all suites; each test database is a copy of one migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env.SLIPWAY_TEST_POSTGRES;
  const folder = shared ?? (await temporaryFolder());
  const server = await startEmbeddedPostgres(folder, 'postgres');
  const address = server.url.replace(/\/[^/]*$/, '');
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  // Nothing of it has to survive a crash of the machine.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await sql`alter system set ${sql(setting)} = off`;
  await sql`select pg_reload_conf()`;
  const stale = await sql<{ datname: string }[]>`select datname from pg_database where datname like 'slipway_%'`;
  for (const { datname } of stale) await sql`drop database ${sql(datname)} with (force)`;
  await sql`create database ${sql(TEMPLATE)}`;
  await sql.end();
  await migrateDatabase(`${address}/${TEMPLATE}`, path.join(root, 'migrations'));
  await migrateJobs(`${address}/${TEMPLATE}`, createLogger('error'));
  project.provide('databaseServer', address);
  return async () => {
    await server.stop();
    if (!shared) await rm(folder, { recursive: true, force: true });
  };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-test-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}
