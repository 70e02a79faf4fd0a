import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { EngineInfo } from '../compute/engine.ts';
import { refuseOtherEngine } from '../features/instances/recognize-engine.ts';
import { type Config, directDatabaseUrl } from '../platform/config.ts';
import { isSchemaCurrent, refuseOtherSchema } from '../platform/refuse-other-schema.ts';
import { refusePooler } from '../platform/refuse-pooler.ts';
import { createSecretBox } from '../platform/secrets.ts';
import { MIGRATIONS } from '../prepare-installation.ts';
import { refuseWrongSecret } from '../refuse-wrong-secret.ts';

const OLDEST_VERSION = 15;

/** Connects and changes nothing: version, rights, tables, and whether the secret is theirs. @throws Error */
export async function checkDatabase(config: Config): Promise<string> {
  await refusePooler(config);
  const sql = postgres(directDatabaseUrl(config), { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [found] = await sql<{ version: string; mayCreate: boolean }[]>`
      select current_setting('server_version') as version,
        has_database_privilege(current_database(), 'CREATE') as "mayCreate"`;
    const version = Number.parseInt(found?.version ?? '', 10);
    if (version < OLDEST_VERSION)
      throw new Error(`This is PostgreSQL ${version}. Use version ${OLDEST_VERSION} or newer.`);
    if (!found?.mayCreate) {
      throw new Error('The account of DATABASE_URL may not create tables. Make it the owner of the database.');
    }
    await refuseOtherSchema(sql, MIGRATIONS);
    const secret = config.secret ?? (await readSecret(config.dataDir));
    if (secret && (await isSchemaCurrent(sql, MIGRATIONS))) {
      await refuseWrongSecret({ db: drizzle(sql), secrets: createSecretBox(secret) });
    }
    return `PostgreSQL ${found.version}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Only if the database can say which engine it knows; otherwise that is told about the database. @throws OtherEngine */
export async function checkEngineIdentity(config: Config, info: Pick<EngineInfo, 'identity'>): Promise<void> {
  if (!config.databaseUrl) return;
  const lookups = postgres(directDatabaseUrl(config), { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    if (await isSchemaCurrent(lookups, MIGRATIONS).catch(() => false))
      await refuseOtherEngine({ lookups, config }, info);
  } finally {
    await lookups.end({ timeout: 5 });
  }
}

/** Null where none was generated yet. */
export function readSecret(dataDir: string): Promise<string | null> {
  return readFile(path.join(dataDir, 'secret'), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );
}
