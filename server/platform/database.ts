import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Config } from './config.ts';
import type { Database, Sql } from './database-types.ts';
import { fenceWrites } from './fence-writes.ts';
import { JOB_CONNECTIONS } from './job-connections.ts';
import { createLocks, type Locks } from './lock-connection.ts';
import { noteCompatibility, refuseOtherSchema } from './refuse-other-schema.ts';

export type { Database, Executor, Sql, Transaction } from './database-types.ts';

export interface DatabaseHandle {
  db: Database;
  sql: Sql;
  /** For short reads by key that every call needs: few connections, so that several share one packet. */
  lookups: Sql;
  /** Locks that outlast transactions. */
  locks: Locks;
  /** Connects only to LISTEN. */
  listener: Sql;
  close(): Promise<void>;
}

/** Enough for one process; with more, the same queries would go out in more packets. */
const LOOKUP_CONNECTIONS = 2;

/** Connections that a process has beside its pool: for lookups, for locks, and the one that listens. */
const BESIDE_POOL = LOOKUP_CONNECTIONS + 2;

/** How many connections are left for the pool. */
export function poolSize({ databaseConnections, roles }: Pick<Config, 'databaseConnections' | 'roles'>): number {
  return databaseConnections - BESIDE_POOL - (roles.includes('worker') ? JOB_CONNECTIONS : 0);
}

/** @param directUrl the same database, if `url` leads to a pooler that gives each transaction another connection */
export function openDatabase(url: string, poolSize: number, directUrl = url): DatabaseHandle {
  // A prepared statement stays on the connection it was prepared on. And PgBouncer gives the connection away once a
  // query has ended, even if the next one, sent right behind it, has begun there: its answer would never come.
  const throughPooler = { prepare: false, max_pipeline: 0 };
  const common = { onnotice: () => {}, connect_timeout: 10, idle_timeout: 60 };
  const options = { ...common, ...(directUrl !== url && throughPooler) };
  const sql = postgres(url, { ...options, max: poolSize });
  const lookups = postgres(url, { ...options, max: LOOKUP_CONNECTIONS });
  const listener = postgres(directUrl, { ...options, max: 1 });
  const db = fenceWrites(drizzle(sql));
  const locks = createLocks(directUrl);
  acceptDates(sql);
  return {
    db,
    sql,
    lookups,
    locks,
    listener,
    async close() {
      const clients = [sql, lookups, listener];
      await Promise.all([locks.close(), ...clients.map((client) => client.end({ timeout: 5 }))]);
    },
  };
}

/** drizzle turns off postgres.js's date serialization, which our own queries on this client still need. */
function acceptDates(sql: Sql): void {
  const write = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  for (const type of ['1082', '1114', '1184']) {
    (sql.options.serializers as Record<string, (value: unknown) => unknown>)[type] = write;
  }
}

const MIGRATION_LOCK = 7_215_001;

/** Brings the schema up to date. Safe to call from several processes at once. @throws ConfigError, Error where the tables are of another release */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await refuseOtherSchema(sql, folder);
    // The search's trigram indexes need it. Here because migrations are generated from the tables alone.
    await sql`create extension if not exists pg_trgm`;
    await migrate(drizzle(sql), { migrationsFolder: folder });
    await noteCompatibility(sql, folder);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The Postgres error code behind a failed query, through drizzle's wrapping. */
export function postgresErrorCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError) return cause.code;
  }
  return undefined;
}

/** Did the connection fail, rather than the statement? */
export function isConnectionLost(error: unknown): boolean {
  const code = postgresErrorCode(error);
  return code === undefined || code.startsWith('57P') || code.startsWith('08');
}

/** Name of the violated unique constraint or index, if that was the cause. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof postgres.PostgresError && cause.code === '23505') return cause.constraint_name;
  }
  return undefined;
}
