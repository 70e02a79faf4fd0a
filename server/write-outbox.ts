import { readSecret } from './check/check-database.ts';
import { exportOutbox } from './mail/index.ts';
import { directDatabaseUrl, readConfig } from './platform/config.ts';
import { ConfigError } from './platform/config-error.ts';
import { openDatabase } from './platform/database.ts';
import { createSecretBox } from './platform/secrets.ts';
import { missingDatabase } from './prepare-installation.ts';
import { refuseWrongSecret } from './refuse-wrong-secret.ts';

/** Writes the kept mails into a folder. @returns what was done, in a line. @throws ConfigError */
export async function writeOutbox(
  environment: Record<string, string | undefined>,
  folder: string | undefined,
): Promise<string> {
  const config = readConfig(environment);
  if (!folder) throw new ConfigError('Name the folder to write the mails into: --outbox <folder>.');
  if (!config.databaseUrl) throw missingDatabase();
  const secret = config.secret ?? (await readSecret(config.dataDir));
  if (!secret) throw new ConfigError('SLIPWAY_SECRET is not set.');
  const { db, close } = openDatabase(directDatabaseUrl(config), 1);
  try {
    const secrets = createSecretBox(secret);
    await refuseWrongSecret({ db, secrets });
    return `${await exportOutbox({ db, secrets }, folder)} mails are in ${folder}.\n`;
  } finally {
    await close();
  }
}
