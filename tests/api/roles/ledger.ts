import type { Sql } from '#server/platform/database.ts';

/** One row that was inserted, updated or deleted, as JSON. */
export interface Change {
  table: string;
  before: Row;
  after: Row;
}
type Row = Record<string, unknown> | null;

/** Knows every row that changes in a database, and puts them back. */
export interface Ledger {
  /** What has changed since it was last asked, or restored. */
  take(): Promise<Change[]>;
  /** Puts every table back to how it was at the beginning. */
  restore(): Promise<void>;
}

/** The product’s tables, and those of its queue of jobs. */
const SCHEMAS = ['public', 'graphile_worker'];
/** Says who is at work now, and comes and goes with every try. */
const FLEETING = 'billing_leases';

/** Begins a ledger: triggers on every table note changes, and copies of all tables are what is restored. */
export async function openLedger(sql: Sql): Promise<Ledger> {
  const tables = await sql<{ name: string; columns: string }[]>`
    select format('%I.%I', c.table_schema, c.table_name) as name,
      string_agg(format('%I', c.column_name), ', ') filter (where c.is_generated = 'NEVER') as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ${sql(SCHEMAS)} and t.table_type = 'BASE TABLE' and c.table_name <> ${FLEETING}
    group by 1`;
  await sql.unsafe(`
    create schema ledger;
    create unlogged table ledger.changes (number bigserial, name text, before jsonb, after jsonb);
    create function ledger.note() returns trigger language plpgsql as $$
    begin
      insert into ledger.changes (name, before, after) values (
        tg_argv[0],
        case when tg_op <> 'INSERT' then to_jsonb(old) end,
        case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
    ${tables
      .map(
        ({ name, columns }) => `create table ledger.${copyOf(name)} as select ${columns} from ${name};
          create trigger ledger after insert or update or delete on ${name}
            for each row execute function ledger.note('${name}');`,
      )
      .join('\n')}`);
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  /** Tables that are not as they were. */
  const touched = new Set<string>();
  const take = async () => {
    const rows = await sql<{ number: string; name: string; before: Row; after: Row }[]>`
      delete from ledger.changes returning number, name, before, after`;
    for (const { name } of rows) touched.add(name);
    return rows
      .sort((a, b) => Number(a.number) - Number(b.number))
      .map(({ name, before, after }) => ({ table: name.replace('public.', ''), before, after }));
  };
  return {
    take,
    async restore() {
      await take();
      if (touched.size === 0) return;
      await sql.begin(async (tx) => {
        // No triggers and no foreign keys: the order of the tables does not matter.
        await tx`set local session_replication_role = replica`;
        for (const name of touched) {
          const columns = columnsOf.get(name);
          await tx.unsafe(`delete from ${name};
            insert into ${name} (${columns}) overriding system value select ${columns} from ledger.${copyOf(name)}`);
        }
      });
      touched.clear();
    },
  };
}

const copyOf = (name: string) => `"${name.replaceAll('"', '')}"`;
