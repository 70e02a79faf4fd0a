import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import type { PostgresJsDatabase, PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';

type NoSchema = Record<string, never>;
export type Database = PostgresJsDatabase<NoSchema>;
export type Transaction = PgTransaction<PostgresJsQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;
/** What a query runs on: the pool, or its transaction. */
export type Executor = Database | Transaction;
export type Sql = postgres.Sql;
