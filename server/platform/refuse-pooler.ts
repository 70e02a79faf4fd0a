import postgres from 'postgres';
import { type Config, databaseUrl, directDatabaseUrl } from './config.ts';
import { ConfigError } from './config-error.ts';
import { newToken } from './ids.ts';

const TRIES = 3;

/**
 * Through a pooler that gives each transaction another connection, locks would be lost and nobody would hear anything.
 * @throws ConfigError where the direct address leads to one, or to another database
 */
export async function refusePooler(config: Config): Promise<void> {
  const direct = directDatabaseUrl(config);
  const [one, other] = [connect(direct), connect(direct)];
  const pooled = connect(databaseUrl(config));
  try {
    if (await shareConnections(one, other)) {
      throw new ConfigError(
        config.databaseDirectUrl
          ? 'DATABASE_DIRECT_URL leads to a connection pooler. Set it to the address of the database itself.'
          : 'DATABASE_URL leads to a connection pooler, such as PgBouncer in transaction mode. Set DATABASE_DIRECT_URL to the address of the database itself, for what can’t go through the pooler.',
      );
    }
    if (config.databaseDirectUrl && !(await areOneDatabase(one, pooled))) {
      throw new ConfigError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
    }
  } finally {
    await Promise.all([one, other, pooled].map((sql) => sql.end({ timeout: 5 })));
  }
}

const connect = (url: string) => postgres(url, { max: 1, prepare: false, onnotice: () => {}, connect_timeout: 10 });

/** Two open connections never have one backend, except through a pooler. It may be busy, and take another one. */
async function shareConnections(one: postgres.Sql, other: postgres.Sql): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [[first], [second]] = [
      await one`select pg_backend_pid() as pid`,
      await other`select pg_backend_pid() as pid`,
    ];
    if (first?.pid === second?.pid) return true;
  }
  return false;
}

/** Locks are a database's own. */
async function areOneDatabase(direct: postgres.Sql, pooled: postgres.Sql): Promise<boolean> {
  const token = newToken();
  return direct.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${token}, 0))`;
    const [row] = await pooled`select pg_try_advisory_xact_lock(hashtextextended(${token}, 0)) as free`;
    return row?.free === false;
  });
}
