import path from 'node:path';
import { createEngines } from '../compute/engines.ts';
import { loadEngines } from '../features/hosts/keep-engines.ts';
import { recognizeEngines } from '../features/instances/recognize-engine.ts';
import { openRegistry } from '../features/registry/open-registry.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, databaseUrl, directDatabaseUrl, readConfig } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import { openDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/logger.ts';
import { refusePooler } from '../platform/refuse-pooler.ts';
import { createSecretBox } from '../platform/secrets.ts';
import { explainStartFailure } from '../platform/start-failure.ts';
import { missingDatabase } from '../prepare-installation.ts';
import { refuseMissingEngine } from '../refuse-missing-engine.ts';
import { refuseWrongSecret } from '../refuse-wrong-secret.ts';
import type { StandIns } from '../stand-ins.ts';
import { backUp } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import type { Installation } from './copy-instances.ts';
import { readSecret } from './kept-settings.ts';
import { readPassphrase } from './passphrase.ts';
import type { Say } from './progress.ts';
import { restore } from './restore.ts';

export type Command = 'backup' | 'restore';

interface Run {
  /** What follows `--backup` or `--restore`. */
  args: string[];
  environment: Record<string, string | undefined>;
  standIns?: StandIns | undefined;
  say: Say;
}

/** Resolves to the exit code. */
export async function runBackupCommand(command: Command, { args, environment, standIns, say }: Run): Promise<number> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const [folder, name] = args;
    if (!folder || folder.startsWith('-')) throw new BackupError(`Say which folder: npm run ${command} -- /mnt/backup`);
    const config = readConfig(environment);
    const passphrase = await readPassphrase(config);
    const withDatabase = { ...config, databaseUrl: await findDatabase(config, standIns, undo) };
    const given = { folder: path.resolve(folder), passphrase, say };
    await (command === 'backup'
      ? runBackup(withDatabase, { ...given, environment }, undo)
      : runRestore(withDatabase, { ...given, ...(name && { name }) }, undo));
    return 0;
  } catch (error) {
    say(error instanceof BackupError || error instanceof ConfigError ? error.message : explainFailure(error));
    return 1;
  } finally {
    for (const each of undo.reverse()) await each();
  }
}

async function runBackup(config: Config, given: Parameters<typeof backUp>[1], undo: (() => Promise<unknown>)[]) {
  const installation = await openInstallation({ ...config, secret: await readSecret(config) }, undo);
  await refuseWrongSecret(installation);
  await refuseMissingEngine(installation);
  await loadEngines(installation);
  const name = await backUp(installation, given);
  given.say(`The backup ${name} in ${given.folder} is complete.`);
}

async function runRestore(
  config: Config,
  given: Omit<Parameters<typeof restore>[1], 'home'>,
  undo: (() => Promise<unknown>)[],
) {
  const engines = createEngines({ engines: [{ id: 'local', socketPath: config.dockerSocket }] });
  const home = engines.get('local');
  undo.push(async () => home.close());
  await refuseMissingEngine({ config, engines });
  const { copies, missing } = await restore(config, { ...given, home });
  for (const { what, id, why } of missing) given.say(`Not in the backup: ${what} ${id}, because ${why}.`);
  given.say(`Restored. ${copies.length} workspaces and services come back from their copies when they are started.`);
  given.say(`The settings of the backup are in ${path.join(config.dataDir, 'restored.env')}. Start Slipway now.`);
}

/** Not through a pooler: it would lose locks. */
async function findDatabase(
  config: Config,
  standIns: StandIns | undefined,
  undo: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.databaseUrl) {
    await refusePooler(config);
    return directDatabaseUrl(config);
  }
  if (!standIns) throw missingDatabase();
  const database = await standIns.startDatabase(path.join(config.dataDir, 'postgres'));
  if (database.startedHere) undo.push(() => database.stop());
  return database.url;
}

/** What a backup reads, beside the processes that run. */
async function openInstallation(config: Config, undo: (() => Promise<unknown>)[]): Promise<Installation> {
  const { db, sql, lookups, locks, close } = openDatabase(databaseUrl(config), 4);
  undo.push(close);
  const log = createLogger('error');
  // Which engine is whose is decided by workers.
  const asReader = { ...config, roles: [] };
  const engines = createEngines({
    engines: [{ id: 'local', socketPath: config.dockerSocket }],
    recognize: recognizeEngines({ lookups, config: asReader, log, clock: systemClock }),
  });
  undo.push(async () => {
    for (const engine of engines.list()) engine.close();
  });
  const registry = openRegistry({ config, db, locks, home: engines.get('local') });
  const secrets = createSecretBox(config.secret ?? '');
  return { clock: systemClock, config, db, engines, locks, log, lookups, registry, secrets, sql };
}

function explainFailure(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const again = 'What is done already is kept: run it again.';
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? `A disk is full. Free some room. ${again}`
    : explainStartFailure(error);
}
