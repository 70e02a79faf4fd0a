import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Engine } from '../compute/engine.ts';
import type { Registry } from '../compute/registry/registry.ts';
import { INSTALLATION_LABEL, SERVICE_LABEL, WORKSPACE_LABEL } from '../features/instances/index.ts';
import { openRegistryOf } from '../features/registry/open-registry.ts';
import { type Config, databaseUrl } from '../platform/config.ts';
import { keepFile } from '../platform/keep-file.ts';
import { MIGRATIONS } from '../prepare-installation.ts';
import { BackupError } from './backup-error.ts';
import { sendBlobs, totalBytes } from './copy-blobs.ts';
import { unpackFiles } from './data-files.ts';
import {
  backupFile,
  blobFile,
  type Folder,
  listBackups,
  openForRestore,
  readManifest,
  readSealed,
  sizeOf,
} from './folder.ts';
import { asEnvironmentFile, type KeptSettings } from './kept-settings.ts';
import { loadDatabase, refuseUsedDatabase } from './load-database.ts';
import type { Manifest } from './manifest.ts';
import type { Say } from './progress.ts';
import { freeBytes, refuseTooSmall } from './room.ts';
import { sealedBytes } from './seal.ts';

export interface Restore {
  folder: string;
  /** Which backup; the newest one if left out. */
  name?: string;
  passphrase: string;
  /** This machine's engine. */
  home: Engine;
  say: Say;
}

/**
 * Brings a backup up on an empty machine: its files, its images, and last its database, as a whole. So it can be
 * repeated after an interruption, and sends nothing twice. @throws BackupError
 */
export async function restore(
  config: Config,
  { folder: where, name, passphrase, home, say }: Restore,
): Promise<Manifest> {
  const folder = await openForRestore(where, passphrase);
  const chosen = await choose(folder, name);
  const manifest = await readManifest(folder, chosen);
  const file = (which: Parameters<typeof backupFile>[2]) => backupFile(folder, chosen, which);
  refuseNewer(manifest);
  await refuseIncomplete(folder, chosen, manifest);
  say(`Restoring the backup of ${manifest.createdAt}`);
  const kept = JSON.parse(await readSealed(folder, file('secrets'), text)) as KeptSettings;
  await keepConfiguration(config, kept);
  await refuseUsedDatabase(databaseUrl(config));
  await refuseStrangers(home, manifest);
  const registry = openRegistryOf(async () => manifest.installation, {
    config: { ...config, secret: kept.secret },
    home,
    lock: { together: (_image, work) => work(), alone: async (work) => work().then(() => true) },
  });
  await refuseFullDisks(config, registry, manifest);

  await readSealed(folder, file('files'), (files) => unpackFiles(config.dataDir, files), { packed: true });
  say(`Data folder: ${manifest.files.count} files`);
  await sendBlobs(registry.contents, folder, manifest.blobs, say);
  for (const { image, ...stored } of manifest.images) await registry.contents.writeImage(image, stored);
  say(`Registry: ${manifest.images.length} images`);
  const load = (dump: Readable) => loadDatabase(databaseUrl(config), manifest, dump);
  await readSealed(folder, file('database'), load, { packed: true });
  say(`Database: ${manifest.database.rows} rows`);
  return manifest;
}

async function choose(folder: Folder, name: string | undefined): Promise<string> {
  const { complete, cutOff } = await listBackups(folder);
  const chosen = name ?? complete.at(-1);
  if (chosen !== undefined && complete.includes(chosen)) return chosen;
  if (cutOff.length > 0 && (name === undefined || cutOff.includes(name)))
    throw new BackupError(`The backup in ${folder.path} was never finished. Restore another one.`);
  throw new BackupError(
    name === undefined
      ? `There is no backup in ${folder.path}.`
      : `There is no backup ${name} in ${folder.path}, only ${complete.join(', ') || 'none'}.`,
  );
}

function refuseNewer({ migration }: Manifest): void {
  const ours = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0;
  if (migration > ours)
    throw new BackupError(
      'This backup is of a newer release of Slipway. Restore it with that release or a later one; backups of older releases can be restored with this one.',
    );
}

/** Is every file there and as long as it should be? What is in them is checked while they are read. */
async function refuseIncomplete(folder: Folder, name: string, { database, files, secrets, blobs }: Manifest) {
  const wanted: [file: string, bytes: number][] = [
    [backupFile(folder, name, 'database'), database.bytes],
    [backupFile(folder, name, 'files'), files.bytes],
    [backupFile(folder, name, 'secrets'), secrets.bytes],
    ...blobs.map(({ digest, bytes }): [string, number] => [blobFile(folder, digest), bytes]),
  ];
  const bad: string[] = [];
  for (const [file, bytes] of wanted) if ((await sizeOf(file)) !== sealedBytes(bytes)) bad.push(file);
  if (bad.length > 0)
    throw new BackupError(
      `The backup isn’t whole: ${bad.length} of its ${wanted.length} files are missing or cut off, first ${bad[0]}. Copy the folder again from where it came.`,
    );
}

/**
 * The backup's secret is the one to use from now on; where the environment names another, a person has to change that.
 * @throws BackupError
 */
async function keepConfiguration({ dataDir, secret }: Config, kept: KeptSettings): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'restored.env');
  await writeFile(file, asEnvironmentFile(kept), { mode: 0o600 });
  const used = secret ?? (await keepFile(path.join(dataDir, 'secret'), () => kept.secret)).trim();
  if (used === kept.secret) return;
  throw new BackupError(
    secret
      ? `SLIPWAY_SECRET isn’t the one of the backup. The settings of the backup are in ${file}: take its SLIPWAY_SECRET over, and restore again.`
      : `${dataDir} belongs to another installation: its secret isn’t the one of the backup. Set SLIPWAY_DATA_DIR to a new folder.`,
  );
}

/** They would be removed as leftovers at the next start. @throws BackupError */
async function refuseStrangers(home: Engine, { installation, copies, missing }: Manifest): Promise<void> {
  const known = new Set([...copies, ...missing].map(({ id }) => id));
  const found = await home.list({ [INSTALLATION_LABEL]: installation });
  const strangers = found.filter(({ labels }) => {
    const id = labels[WORKSPACE_LABEL] ?? labels[SERVICE_LABEL];
    return id !== undefined && !known.has(id);
  });
  if (strangers.length > 0)
    throw new BackupError(
      `This machine has ${strangers.length} containers of the installation that the backup doesn’t know, such as ${strangers[0]?.name}. They are newer than the backup and would be lost: restore a newer backup, or remove them first.`,
    );
}

async function refuseFullDisks({ dataDir }: Config, { contents }: Registry, manifest: Manifest): Promise<void> {
  refuseTooSmall(dataDir, manifest.files.bytes, await freeBytes(dataDir));
  const free = await contents.freeBytes();
  if (free === null) return;
  const missing: Manifest['blobs'] = [];
  for (const blob of manifest.blobs) if (!(await contents.holdsBlob(blob.digest))) missing.push(blob);
  refuseTooSmall('Docker’s data folder', totalBytes(missing), free);
}
