import { randomBytes } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { backUp } from '#server/backup/back-up.ts';
import { runBackupCommand } from '#server/backup/command.ts';
import { openForRestore, readManifest, writeManifest } from '#server/backup/folder.ts';
import { restore } from '#server/backup/restore.ts';
import { createEngines } from '#server/compute/engines.ts';
import { readInstallationId } from '#server/features/instances/index.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { organizations } from '#server/features/people/tables.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { addJob } from '#server/platform/jobs.ts';
import { listWorkspaces } from '#shared/features/workspaces/contract.ts';
import { createTestClient } from '#tests/support/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MemoryRegistry, startMemoryRegistry } from '#tests/support/memory-registry.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { type StandInEngine, startStandInEngine } from '#tests/support/stand-in-engine.ts';
import { insertSnapshot, insertWorkspace } from '#tests/support/things.ts';

const PASSPHRASE = 'correct horse battery staple';
const NAME = 'Tab\there, line\nthere,\r\n\\. and \\N: 日本 “é”';
const work = mkdtempSync(path.join(os.tmpdir(), 'slipway-backup-'));
const folder = path.join(work, 'backup');
const opened: TestDatabase[] = [];

let dependencies: TestDependencies;
let engine: StandInEngine;
let first: MemoryRegistry;
let there: MemoryRegistry;
let here: MintedOrganization;
let repository: string;
let workspaceId: string;
let lostId: string;
/** On a node that is away; the registry has copies of it. */
let awayId: string;
let snapshotId: string;
/** A machine that nothing is restored on. */
let spare: Machine;

beforeAll(async () => {
  const socket = path.join(work, 'docker.sock');
  engine = await startStandInEngine(socket, 'first');
  there = await startMemoryRegistry();
  const registry = await startMemoryRegistry();
  first = registry;
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_DOCKER_SOCKET: socket, SLIPWAY_REGISTRY: registry.base },
  });
  here = await mintOrganization(dependencies);
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  await dependencies.db.update(organizations).set({ name: NAME }).where(eq(organizations.id, whose.organizationId));
  const backedUpAt = new Date('2026-11-20T09:00:00Z');
  workspaceId = (await insertWorkspace(dependencies, whose, { name: 'Kept', backupRevision: 1, backedUpAt })).id;
  lostId = (await insertWorkspace(dependencies, whose, { name: 'Lost' })).id;
  const onNode = { name: 'Away', engineId: newId(), heldRevision: 3, heldAt: backedUpAt };
  awayId = (await insertWorkspace(dependencies, whose, onNode)).id;
  snapshotId = (await insertSnapshot(dependencies, whose, { instanceId: workspaceId })).id;
  repository = `slipway/images-${await readInstallationId(dependencies)}`;
  const shared = randomBytes(3 * 2 ** 20);
  registry.put(repository, `backup-${workspaceId}-1`, shared);
  registry.put(repository, `snapshot-${snapshotId}`, shared);
  registry.put(repository, `backup-${newId()}-7`, randomBytes(100));
  for (const revision of [2, 3, 4, 10]) registry.put(repository, `backup-${awayId}-${revision}`, randomBytes(100));
  await addJob(dependencies.db, 'snapshots.sweep', {}, { key: 'kept' });
  spare = await emptyMachine();
  for (const [name, text] of [
    ['secret', 'not here'],
    ['ssh/host_ed25519', 'PRIVATE KEY'],
    ['outbox/mail', 'Dear Ada'],
    ['postgres/data', 'rows'],
  ] as const) {
    mkdirSync(path.dirname(path.join(dependencies.config.dataDir, name)), { recursive: true });
    writeFileSync(path.join(dependencies.config.dataDir, name), text, { mode: 0o600 });
  }
});
afterAll(async () => {
  await dependencies?.close();
  for (const database of opened) await database.drop();
  await Promise.all([engine, first, there].map((each) => each?.close()));
  rmSync(work, { recursive: true, force: true });
});

async function write(passphrase = PASSPHRASE) {
  const said: string[] = [];
  const environment = { SLIPWAY_SELLER_NAME: 'Harbour', SLIPWAY_BACKUP_PASSPHRASE: 'must not be kept', OTHER: '1' };
  const name = await backUp(dependencies, { folder, passphrase, environment, say: (line) => said.push(line) });
  return { name, said: said.join('\n') };
}

/** An empty machine: its database, data folder and registry. */
async function emptyMachine() {
  const database = await createTestDatabase({ empty: true });
  opened.push(database);
  return readConfig({
    DATABASE_URL: database.url,
    SLIPWAY_DATA_DIR: mkdtempSync(path.join(work, 'data-')),
    SLIPWAY_REGISTRY: there.base,
    SLIPWAY_DOCKER_SOCKET: dependencies.config.dockerSocket,
  });
}

type Machine = Awaited<ReturnType<typeof emptyMachine>>;
const home = () =>
  createEngines({ engines: [{ id: 'local', socketPath: dependencies.config.dockerSocket }] }).get('local');
const bringUp = (config: Machine, from = folder, passphrase = PASSPHRASE) =>
  restore(config, { folder: from, passphrase, home: home(), say: () => undefined });

/** A copy of the folder, to be damaged. */
function copied(): string {
  const copy = mkdtempSync(path.join(work, 'copy-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Every row of every table, whatever its order. */
async function contentOf(url: string): Promise<Map<string, string>> {
  const { sql, close } = openDatabase(url, 1);
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'graphile_worker', 'drizzle') and table_type = 'BASE TABLE'
        and (table_schema, table_name) <> ('graphile_worker', 'migrations')`;
    const content = new Map<string, string>();
    for (const { name } of tables) {
      const [row] = await sql.unsafe(
        `select count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as sum from ${name} t`,
      );
      content.set(name, String(row?.sum));
    }
    return content;
  } finally {
    await close();
  }
}

test('a backup keeps everything, and says nothing of it to whoever lacks the passphrase', async () => {
  const { said } = await write();
  expect(said).toContain(`Not in this backup: workspace ${lostId}, because its container is gone.`);
  const files = globSync('**', { cwd: folder }).map((name) => path.join(folder, name));
  const all = Buffer.concat(files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file))).toString(
    'latin1',
  );
  for (const secret of [dependencies.config.secret ?? '?', 'PRIVATE KEY', 'Dear Ada', here.owner.userId, PASSPHRASE])
    expect(all).not.toContain(secret);
  // What an earlier backup left in the registry goes, but not what another machine may start from.
  const tags = (await dependencies.registry.list()).sort();
  const kept = [`backup:${workspaceId}-1`, `backup:${awayId}-3`, `backup:${awayId}-10`, `snapshot:${snapshotId}`];
  expect(tags).toEqual(kept.map((image) => `slipway/${image}`).sort());
});

test('the next one copies only what is new; a removed backup gives its room back', async () => {
  const blobs = () => globSync('blobs/*/*', { cwd: folder }).sort();
  const before = blobs();
  expect(before).toHaveLength(3);
  mkdirSync(path.join(folder, 'backups/20260101T000000Z'));
  writeFileSync(path.join(folder, 'backups/20260101T000000Z/database.part'), 'cut off');
  writeFileSync(path.join(folder, 'blobs/unneeded'), 'by no backup');
  const { name, said } = await write();
  expect(said).not.toContain('Copying');
  expect(blobs()).toEqual(before);
  expect(globSync('{backups/20260101*,blobs/unneeded}', { cwd: folder })).toEqual([]);
  expect(globSync('backups/*/manifest.json', { cwd: folder })).toContain(`backups/${name}/manifest.json`);
});

test('restored on an empty machine, all rows are there and people are still signed in', async () => {
  await write();
  const machine = await emptyMachine();
  await dependencies.db.update(snapshots).set({ registry: 'held' }).where(eq(snapshots.id, snapshotId));
  await dependencies.sql`delete from engines`;
  const manifest = await bringUp(machine);
  expect(manifest.copies).toEqual([{ id: workspaceId, revision: 1, at: '2026-11-20T09:00:00.000Z' }]);
  expect(await contentOf(machine.databaseUrl ?? '')).toEqual(await contentOf(dependencies.databaseUrl));
  expect([...there.manifests.keys()].sort()).toEqual(
    [`${repository}:backup-${workspaceId}-1`, `${repository}:snapshot-${snapshotId}`].sort(),
  );

  const read = (name: string) => readFileSync(path.join(machine.dataDir, name), 'utf8');
  expect([read('ssh/host_ed25519'), read('outbox/mail'), read('secret')]).toEqual([
    'PRIVATE KEY',
    'Dear Ada',
    dependencies.config.secret,
  ]);
  expect(statSync(path.join(machine.dataDir, 'ssh/host_ed25519')).mode & 0o777).toBe(0o600);
  expect(globSync('postgres', { cwd: machine.dataDir })).toEqual([]);
  expect(read('restored.env')).toBe(`SLIPWAY_SELLER_NAME='Harbour'\nSLIPWAY_SECRET='${dependencies.config.secret}'\n`);

  const restored = await createTestDependencies({
    database: { url: machine.databaseUrl ?? '', drop: async () => undefined },
    environment: { SLIPWAY_DOCKER_SOCKET: machine.dockerSocket },
  });
  try {
    const { call } = createTestClient(createApp(restored));
    const answer = await call(listWorkspaces, { query: {} }, { key: here.owner.key });
    expect(JSON.stringify(answer.body)).toContain('Kept');
    const [organization] = await restored.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, here.organizationId));
    expect(organization?.name).toBe(NAME);
    // Counters go on where they were, and tables refer to each other again.
    await addJob(restored.db, 'snapshots.sweep', {});
    await expect(restored.db.update(instances).set({ userId: newId() })).rejects.toThrow();
  } finally {
    await restored.close();
  }
  await expect(bringUp(machine)).rejects.toThrow('The database isn’t empty.');
});

test('a restore that was interrupted can be repeated, and sends nothing twice', async () => {
  const machine = await emptyMachine();
  const before = there.uploads;
  const { sql, close } = openDatabase(machine.databaseUrl ?? '', 1);
  await sql`create table sessions (id text)`;
  await expect(bringUp(machine)).rejects.toThrow();
  await sql`drop table sessions`;
  await close();
  await bringUp(machine);
  expect(there.uploads).toBe(before);
});

const flip = (file: string, at: number) => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};
const latest = (from: string, file: string) =>
  path.join(from, globSync(`backups/*/${file}`, { cwd: from }).sort().at(-1) ?? '');
const layer = (from: string) =>
  globSync('blobs/*/*', { cwd: from })
    .map((name) => path.join(from, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';

test.each<[string, (from: string) => unknown, RegExp]>([
  ['a layer that is missing', (from) => rmSync(layer(from)), /isn’t whole: 1 of its \d files are missing or cut off/],
  ['a layer that was cut off', (from) => truncateSync(layer(from), 1000), /isn’t whole: 1 of its/],
  ['a changed layer', (from) => flip(layer(from), 2 * 2 ** 20), /blobs.* is damaged: it was changed/],
  ['a changed dump', (from) => flip(latest(from, 'database'), 500), /database is damaged: it was changed/],
  ['a changed manifest', (from) => flip(latest(from, 'manifest.json'), 20), /manifest.json is damaged/],
  ['a folder without its key', (from) => rmSync(path.join(from, 'slipway-backup.json')), /There is no backup in/],
  [
    'one that was never finished',
    (from) => {
      for (const name of globSync('backups/*/manifest.json', { cwd: from })) rmSync(path.join(from, name));
    },
    /was never finished/,
  ],
  [
    'one of a newer release',
    async (from) => {
      const opened = await openForRestore(from, PASSPHRASE);
      const name = path.basename(path.dirname(latest(from, 'manifest.json')));
      await writeManifest(opened, name, { ...(await readManifest(opened, name)), migration: 9e12 });
    },
    /of a newer release of Slipway. Restore it with that release/,
  ],
])('of %s the restore says so, and leaves the database empty', async (_, damage, says) => {
  const [copy, machine] = [copied(), spare];
  await damage(copy);
  there.blobs.clear();
  await expect(bringUp(machine, copy)).rejects.toThrow(says);
  const { sql, close } = openDatabase(machine.databaseUrl ?? '', 1);
  const [{ used } = { used: null }] = await sql`select to_regclass('public.users') is not null as used`;
  expect(used ? await sql`select id from users` : []).toEqual([]);
  await close();
});

test('what doesn’t fit together is refused before anything is written', async () => {
  await expect(write('another passphrase')).rejects.toThrow('This isn’t the passphrase');
  await expect(bringUp(spare, folder, 'another passphrase')).rejects.toThrow('This isn’t the passphrase');
  const other = 'x'.repeat(40);
  await expect(bringUp({ ...spare, secret: other })).rejects.toThrow(
    /SLIPWAY_SECRET isn’t the one of the backup. .*restored.env/,
  );
  const full = mkdtempSync(path.join(work, 'full-'));
  writeFileSync(path.join(full, 'photo.jpg'), '');
  const into = { folder: full, passphrase: PASSPHRASE, environment: {}, say: () => undefined };
  await expect(backUp(dependencies, into)).rejects.toThrow('isn’t empty and holds no backup');
  engine.containers.set('newer', {
    'slipway.installation': await readInstallationId(dependencies),
    'slipway.workspace': newId(),
  });
  await expect(bringUp(await emptyMachine())).rejects.toThrow(
    /1 containers of the installation that the backup doesn’t know/,
  );
  engine.containers.clear();
  await dependencies.sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
  await expect(write()).rejects.toThrow('The database is of another release.');
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['no folder', [], {}, /^Say which folder: npm run restore -- \/mnt\/backup$/],
  ['no passphrase', ['/nowhere'], {}, /There is no terminal to ask for the passphrase/],
  ['a short passphrase', ['/nowhere'], { SLIPWAY_BACKUP_PASSPHRASE: 'short' }, /needs at least 12 characters/],
  [
    'a passphrase file that is missing',
    ['/nowhere'],
    { SLIPWAY_BACKUP_PASSPHRASE_FILE: '/nowhere/it' },
    /SLIPWAY_BACKUP_PASSPHRASE_FILE names .* isn’t a file/,
  ],
  ['no database', ['/nowhere'], { SLIPWAY_BACKUP_PASSPHRASE: PASSPHRASE }, /DATABASE_URL is not set/],
])('the command says what to do about %s', async (_, args, environment, says) => {
  const said: string[] = [];
  const code = await runBackupCommand('restore', { args, environment, say: (line) => said.push(line) });
  expect([code, said.join('\n')]).toEqual([1, expect.stringMatching(says)]);
});
