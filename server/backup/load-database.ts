import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { migrateDatabase } from '../platform/database.ts';
import { migrateJobs } from '../platform/jobs.ts';
import { createLogger } from '../platform/logger.ts';
import { MIGRATIONS } from '../prepare-installation.ts';
import { BackupError } from './backup-error.ts';
import { type DumpLine, END_OF_TABLE } from './dump-database.ts';
import type { Manifest } from './manifest.ts';

/** @throws BackupError if there is anything in it */
export async function refuseUsedDatabase(url: string): Promise<void> {
  const sql = connect(url);
  try {
    const [found] =
      await sql`select to_regclass('public.organizations') as organizations, to_regclass('public.users') as users`;
    if (!found?.organizations || !found.users) return;
    const [{ used } = { used: true }] = await sql<{ used: boolean }[]>`
      select exists (select 1 from organizations) or exists (select 1 from users) as used`;
    if (used)
      throw new BackupError(
        'The database isn’t empty. Restore into a new one: set DATABASE_URL to it, or SLIPWAY_DATA_DIR to a new folder.',
      );
  } finally {
    await sql.end();
  }
}

/**
 * Fills an empty database with a dump, all of it or nothing. Its tables are made as they were when it was dumped; the
 * next start brings them up to date. @throws BackupError
 */
export async function loadDatabase(url: string, manifest: Manifest, dump: Readable): Promise<void> {
  const folder = await migrationsUntil(manifest.migration);
  try {
    await migrateDatabase(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await migrateJobs(url, createLogger('error'));
  const sql = connect(url);
  try {
    await sql.begin(async (tx) => {
      const links = await dropLinks(tx);
      await readDump(tx, dump);
      for (const { name, link, definition } of links)
        await tx.unsafe(`alter table ${name} add constraint ${link} ${definition}`);
      await settle(tx, manifest);
    });
    await sql`analyze`;
  } finally {
    await sql.end();
  }
}

function connect(url: string): Sql {
  return postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
}

/** A copy of our migrations that ends where the dump's database did. */
async function migrationsUntil(last: number): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { when: number }[] };
  journal.entries = journal.entries.filter(({ when }) => when <= last);
  await writeFile(file, JSON.stringify(journal));
  return folder;
}

interface Link {
  name: string;
  link: string;
  definition: string;
}

/** Tables refer to each other in circles, so their foreign keys come back after the rows, and are checked then. */
async function dropLinks(tx: TransactionSql): Promise<Link[]> {
  const links = await tx<Link[]>`
    select format('%I.%I', n.nspname, c.relname) as name, quote_ident(k.conname) as link,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname in ('public', 'graphile_worker')`;
  for (const { name, link } of links) await tx.unsafe(`alter table ${name} drop constraint ${link}`);
  return [...links];
}

async function readDump(tx: TransactionSql, dump: Readable): Promise<void> {
  const lines = new Lines(dump);
  for (;;) {
    const next = JSON.parse(await lines.next()) as DumpLine;
    if ('rows' in next) return;
    if ('sequence' in next) {
      await tx`select setval(${next.sequence}::text::regclass, ${next.value}::bigint)`;
      continue;
    }
    const { table, columns } = next;
    await tx.unsafe(`delete from ${table}`);
    const into = await tx.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`).writable();
    await pipeline(Readable.from(lines.until(END_OF_TABLE)), into);
  }
}

/** What belongs to the engine and the processes that were there. */
async function settle(tx: TransactionSql, { copies, images }: Manifest): Promise<void> {
  // The one of this machine is met at the next start.
  await tx`delete from engines where id = 'local'`;
  await tx`update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by is not null`;
  await tx`update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by is not null`;
  for (const { id, revision, at } of copies)
    await tx`update instances set backup_revision = ${revision}, backed_up_at = ${at} where id = ${id}`;
  // Of what is on nodes, the registry that is restored holds this copy and no other.
  const ids = copies.map(({ id }) => id);
  await tx`update instances set held_revision = backup_revision, held_at = backed_up_at
    where held_revision is not null and id = any(${ids}::uuid[])`;
  await remakeHosts(tx);
  const snapshots = images.flatMap(({ image }) => /^slipway\/snapshot:(.+)$/.exec(image)?.[1] ?? []);
  await tx`update snapshots set registry = 'held' where id = any(${snapshots}::uuid[])`;
}

/** Hosts that are containers of this machine's engine went with it. They are made again, and are nothing to be credited. */
async function remakeHosts(tx: TransactionSql): Promise<void> {
  const gone = await tx<{ id: string }[]>`
    update hosts set machine = null, launched_at = null, attempts = 0, charged_cents = 0
    where provider = 'docker' and launched_at is not null and released_at is null and status <> 'Deleted' returning id`;
  for (const { id } of gone) {
    await tx`delete from engines where id = ${id}`;
    await tx`select graphile_worker.add_job('hosts.converge', payload => ${tx.json({ hostId: id })}::json,
      queue_name => 'hosts.converge', max_attempts => 5, job_key => ${`hosts.converge:${id}`})`;
  }
}

/** Reads a stream line by line, and whole runs of lines in pieces. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async next(): Promise<string> {
    const found = await this.#complete();
    const end = found.indexOf(10);
    this.#rest = found.subarray(end + 1);
    return found.subarray(0, end).toString('utf8');
  }

  /** Everything before this line, which is read too. */
  async *until(last: string): AsyncGenerator<Buffer> {
    const [first, later] = [Buffer.from(`${last}\n`), Buffer.from(`\n${last}\n`)];
    for (;;) {
      const found = await this.#complete();
      if (found.subarray(0, first.length).equals(first)) {
        this.#rest = found.subarray(first.length);
        return;
      }
      const end = found.indexOf(later);
      const lines = (end === -1 ? found.lastIndexOf(10) : end) + 1;
      this.#rest = found.subarray(lines);
      yield found.subarray(0, lines);
    }
  }

  /** What is there, once it has a complete line. */
  async #complete(): Promise<Buffer> {
    while (!this.#rest.includes(10)) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new BackupError('The dump of the database ends too early.');
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    return this.#rest;
  }
}
