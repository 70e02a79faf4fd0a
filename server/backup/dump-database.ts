import type { Sql, TransactionSql } from 'postgres';
import type { Instance } from '../features/instances/tables.ts';

/** What a dump needs copies of, as the same moment saw it. */
export interface Seen {
  instances: Pick<Instance, 'id' | 'kind'>[];
  snapshots: string[];
  rows: number;
}

/** A line of a dump: what follows it, or that nothing does. */
export type DumpLine = { table: string; columns: string[] } | { sequence: string; value: string } | { rows: number };

/** Ends the rows of a table; COPY writes no row like it. */
export const END_OF_TABLE = '\\.';
const SCHEMAS = ['public', 'graphile_worker'];

/**
 * All rows of one moment, while everybody goes on working: the tables one after another in PostgreSQL's COPY format, each
 * behind a line of JSON. The tables themselves come from the migrations. `seen` is called before the first row.
 */
export async function dumpDatabase(
  sql: Sql,
  write: (dump: AsyncIterable<Buffer>, seen: Seen) => Promise<void>,
): Promise<Seen> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const seen: Seen = {
      instances: await tx`select id, kind from instances where status <> 'Deleted' and container_id is not null`,
      snapshots: (await tx`select id from snapshots where status in ('Active', 'Pending Deletion')`).map(
        ({ id }) => id,
      ),
      rows: 0,
    };
    await write(dump(tx, seen), seen);
    return seen;
  }) as Promise<Seen>;
}

async function* dump(tx: TransactionSql, seen: Seen): AsyncGenerator<Buffer> {
  for (const { name, columns } of await readTables(tx)) {
    yield line({ table: name, columns });
    const list = columns.join(', ');
    const rows = await tx.unsafe(`copy ${name} (${list}) to stdout`).readable();
    for await (const chunk of rows) {
      seen.rows += countLines(chunk as Buffer);
      yield chunk as Buffer;
    }
    yield Buffer.from(`${END_OF_TABLE}\n`);
  }
  for (const { name, value } of await readSequences(tx)) yield line({ sequence: name, value });
  yield line({ rows: seen.rows });
}

/** Names are quoted. Without generated columns, which the database fills in. */
function readTables(tx: TransactionSql): Promise<{ name: string; columns: string[] }[]> {
  return tx<{ name: string; columns: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname in ${tx(SCHEMAS)}
      and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')
    group by 1 order by 1`;
}

function readSequences(tx: TransactionSql): Promise<{ name: string; value: string }[]> {
  return tx<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname in ${tx(SCHEMAS)} and last_value is not null order by 1`;
}

const line = (content: DumpLine) => Buffer.from(`${JSON.stringify(content)}\n`);

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
