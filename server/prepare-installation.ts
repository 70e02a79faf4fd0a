import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Config, directDatabaseUrl, generateSecret, SHORTEST_SECRET } from './platform/config.ts';
import { ConfigError } from './platform/config-error.ts';
import { migrateDatabase } from './platform/database.ts';
import type { Closer } from './platform/graceful-stop.ts';
import { migrateJobs } from './platform/jobs.ts';
import { keepFile } from './platform/keep-file.ts';
import { createLogger } from './platform/logger.ts';
import { refusePooler } from './platform/refuse-pooler.ts';
import { takesPayments } from './platform/roles.ts';
import type { StandIns } from './stand-ins.ts';

export const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');

/**
 * Fills in what is not configured (the secret; the database, where something stands in for it) and brings the schema up to
 * date. `onFailure` collects what must be stopped when the start goes wrong later on. @throws ConfigError
 */
export async function prepareInstallation(
  settings: Config,
  { closers, onFailure, standIns }: { closers: Closer[]; onFailure: (() => Promise<unknown>)[]; standIns?: StandIns },
): Promise<Config> {
  const config = { ...withNeededKeys(settings) };
  await mkdir(config.dataDir, { recursive: true });
  config.secret ??= await keptSecret(path.join(config.dataDir, 'secret'));
  if (!config.databaseUrl) {
    if (!standIns) throw missingDatabase();
    const database = await standIns.startDatabase(path.join(config.dataDir, 'postgres'));
    // After a fault it is there already for the process that is started next.
    closers.push(async (failed) => failed || database.stop());
    if (database.startedHere) onFailure.push(() => database.stop());
    config.databaseUrl = database.url;
  }
  await refusePooler(config);
  await migrateDatabase(directDatabaseUrl(config), MIGRATIONS);
  await migrateJobs(directDatabaseUrl(config), createLogger('error'));
  return config;
}

export function missingDatabase(): ConfigError {
  return new ConfigError('DATABASE_URL is not set. Set it to a PostgreSQL 15 or newer.');
}

/** A process that charges nobody doesn't keep the keys for it. */
function withNeededKeys(config: Config): Config {
  if (takesPayments(config.roles)) return config;
  return { ...config, stripeKey: undefined, stripeWebhookSecret: undefined };
}

async function keptSecret(file: string): Promise<string> {
  const secret = (await keepFile(file, generateSecret)).trim();
  if (secret.length >= SHORTEST_SECRET) return secret;
  throw new ConfigError(`The file ${file} holds no whole secret. Restore it from a backup, or set SLIPWAY_SECRET.`);
}
