import postgres from 'postgres';
import { inject } from 'vitest';
import { TEMPLATE } from './global-database.ts';

let counter = 0;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new database for one test, migrated unless it is to be empty. Drop it with `drop()`. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  counter += 1;
  const name = `slipway_test_${process.pid}_${Date.now().toString(36)}_${counter}`;
  await onServer(server, (sql) => sql`create database ${sql(name)} template ${sql(empty ? 'template0' : TEMPLATE)}`);
  return {
    url: `${server}/${name}`,
    drop: () => onServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function onServer(server: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(`${server}/postgres`, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
