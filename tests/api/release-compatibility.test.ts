import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase } from '#server/platform/database.ts';
import { COMPATIBLE_FROM } from '#server/platform/refuse-other-schema.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'slipway-releases-'));
afterAll(() => rmSync(temporary, { recursive: true }));

interface Journal {
  entries: { idx: number; tag: string; when: number }[];
}
const read = (file: string) => JSON.parse(readFileSync(path.join(MIGRATIONS, 'meta', file), 'utf8'));
const journal: Journal = read('_journal.json');
const first = journal.entries.findIndex(({ tag }) => tag === COMPATIBLE_FROM);
/** Every schema that a process may have been built for while today's code runs beside it. */
const earlier = journal.entries.slice(first, -1);

/** The migrations of an earlier release. */
function release(name: string, entries: Journal['entries']): string {
  const folder = path.join(temporary, name);
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...read('_journal.json'), entries }));
  return folder;
}

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  optional: boolean;
}
interface Schema {
  columns: Map<string, Column>;
  /** What refuses rows: keys, checks, and unique indexes, as the database writes them. */
  rules: Map<string, string>;
}

async function schemaOf(folder: string): Promise<Schema> {
  const database = await createTestDatabase({ empty: true });
  const { sql, close } = openDatabase(database.url, 1);
  try {
    await migrateDatabase(database.url, folder);
    const columns = await sql<Column[]>`
      select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
        is_nullable = 'YES' or column_default is not null as optional
      from information_schema.columns where table_schema = 'public'`;
    const rules = await sql<{ table: string; rule: string }[]>`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
      union select indrelid::regclass::text, regexp_replace(pg_get_indexdef(indexrelid), ' INDEX \\S+ ON ', ' ON ')
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace`;
    return {
      columns: new Map(columns.map((column) => [`${column.table}.${column.name}`, column])),
      rules: new Map(rules.map(({ table, rule }) => [`${table}: ${rule}`, table])),
    };
  } finally {
    await close();
    await database.drop();
  }
}

describe('processes of two releases run side by side while they are replaced', () => {
  test('the migration since which that holds is one of ours, and there is a release before today’s', () => {
    expect(first).toBeGreaterThanOrEqual(0);
    expect(earlier.length).toBeGreaterThan(0);
  });

  test.each(earlier)(
    'what a release with $tag reads and writes is there, and takes what it writes',
    async ({ tag, idx }) => {
      const [before, today] = await Promise.all([
        schemaOf(release(tag, journal.entries.slice(0, idx + 1))),
        schemaOf(MIGRATIONS),
      ]);
      const tables = new Set([...before.columns.values()].map(({ table }) => table));
      for (const [name, { type, nullable, optional }] of before.columns) {
        const now = today.columns.get(name);
        expect([name, now?.type]).toEqual([name, type]);
        if (nullable) expect([name, now?.nullable]).toEqual([name, true]);
        if (optional) expect([name, now?.optional]).toEqual([name, true]);
      }
      const demanded = [...today.columns].filter(
        ([name, { table, optional }]) => tables.has(table) && !before.columns.has(name) && !optional,
      );
      expect(demanded.map(([name]) => name)).toEqual([]);
      // A rule about new columns alone is not met by who doesn't write them: nulls are never the same.
      const added = [...today.rules].filter(([rule, table]) => tables.has(table) && !before.rules.has(rule));
      const old = added.filter(([rule, table]) => !namesOnlyNew(rule, table, before, today));
      expect(old.map(([rule]) => rule)).toEqual([]);
    },
  );

  test('an earlier release goes on with the tables of a compatible one, and not with those that lack something', async () => {
    const database = await createTestDatabase({ empty: true });
    const { sql, close } = openDatabase(database.url, 1);
    try {
      await migrateDatabase(database.url, MIGRATIONS);
      const since = journal.entries.slice(0, first + 1);
      const [last, older] = [release('last', since), release('older', since.slice(0, -1))];
      await migrateDatabase(database.url, last);
      await expect(migrateDatabase(database.url, older)).rejects.toThrow(/A newer release/);
      await sql`update drizzle.compatible_from set created_at = ${Date.parse('2100-01-01')}`;
      // A release that starts again doesn't take back what a newer one has said.
      await migrateDatabase(database.url, MIGRATIONS);
      await expect(migrateDatabase(database.url, last)).rejects.toThrow(/A newer release/);
    } finally {
      await close();
      await database.drop();
    }
  });
});

function namesOnlyNew(rule: string, table: string, before: Schema, today: Schema): boolean {
  const mentions = (name: string) => new RegExp(`\\b${name}\\b`).test(rule.slice(rule.indexOf('(')));
  const named = [...today.columns.values()].filter((column) => column.table === table && mentions(column.name));
  return named.length > 0 && named.every(({ name }) => !before.columns.has(`${table}.${name}`));
}
