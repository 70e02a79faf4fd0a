import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, generateSecret } from './platform/config.ts';
import { ConfigError } from './platform/config-error.ts';
import { migrateDatabase } from './platform/database.ts';
import type { Closer } from './platform/graceful-stop.ts';
import { migrateJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';
import type { StandIns } from './stand-ins.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

/**
 * Fills in what is not configured (the secret; the database, where something stands in for it) and brings the schema up to
 * date. `onFailure` collects what must be stopped when the start goes wrong later on. @throws ConfigError
 */
export async function prepareInstallation(
  settings: Config,
  { closers, onFailure, standIns }: { closers: Closer[]; onFailure: (() => Promise<unknown>)[]; standIns?: StandIns },
): Promise<Config> {
  const config = { ...settings };
  await mkdir(config.dataDir, { recursive: true });
  config.secret ??= await keptSecret(path.join(config.dataDir, 'secret'));
  if (!config.databaseUrl) {
    if (!standIns) throw new ConfigError('DATABASE_URL is not set. Set it to a PostgreSQL 15 or newer.');
    const database = await standIns.startDatabase(path.join(config.dataDir, 'postgres'));
    // After a fault it is there already for the process that is started next.
    closers.push(async (failed) => failed || database.stop());
    if (database.startedHere) onFailure.push(() => database.stop());
    config.databaseUrl = database.url;
  }
  await migrateDatabase(config.databaseUrl, MIGRATIONS);
  await migrateJobs(config.databaseUrl, createLogger('error'));
  return config;
}

async function keptSecret(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    const secret = generateSecret();
    await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}
