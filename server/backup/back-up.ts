import { Readable } from 'node:stream';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { readInstallationId, withWorkLock } from '../features/instances/index.ts';
import { tidyRegistry } from '../features/registry/sweep-registry.ts';
import { isSchemaCurrent } from '../platform/refuse-other-schema.ts';
import { MIGRATIONS } from '../prepare-installation.ts';
import { BackupError } from './backup-error.ts';
import { CopiedImages } from './copied-images.ts';
import { type Installation, listThings } from './copy-instances.ts';
import { packFiles } from './data-files.ts';
import { dumpDatabase } from './dump-database.ts';
import {
  backupFile,
  type Folder,
  listBackups,
  openForBackup,
  readManifest,
  removeBackup,
  removeUnneeded,
  writeManifest,
  writeSealed,
} from './folder.ts';
import { keepSettings } from './kept-settings.ts';
import type { Manifest } from './manifest.ts';
import { countBytes, type Say, shownSize } from './progress.ts';

export interface BackUp {
  folder: string;
  passphrase: string;
  environment: Record<string, string | undefined>;
  say: Say;
}

/**
 * Writes a backup of everything into a folder while the product runs. What the folder has already isn't copied again:
 * neither after an interruption nor for the next backup. Returns the backup's name. @throws BackupError
 */
export async function backUp(
  installation: Installation,
  { folder: where, passphrase, ...rest }: BackUp,
): Promise<string> {
  if (!(await isSchemaCurrent(installation.sql, MIGRATIONS)))
    throw new BackupError('The database is of another release. Back it up with the release that runs on it.');
  const folder = await openForBackup(where, await readInstallationId(installation), passphrase);
  let name = '';
  const ran = await withWorkLock(installation, 'backup', async () => {
    name = await write(installation, folder, rest);
  });
  if (!ran) throw new BackupError('A backup of this installation is being written already.');
  return name;
}

async function write(
  installation: Installation,
  folder: Folder,
  { environment, say }: Pick<BackUp, 'environment' | 'say'>,
): Promise<string> {
  const { clock, config, sql } = installation;
  const { complete, cutOff } = await listBackups(folder);
  for (const each of cutOff) await removeBackup(folder, each);
  const last = complete.at(-1);
  const images = new CopiedImages(installation, folder, last ? await readManifest(folder, last) : null, say);
  await images.copy(await listThings(installation));

  const at = clock.now();
  const name = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const count = countBytes(say, 'Database', null);
  let database = 0;
  const seen = await dumpDatabase(sql, async (dump) => {
    database = await writeSealed(folder, backupFile(folder, name, 'database'), counted(dump, count), { packed: true });
  });
  say(`Database: ${seen.rows} rows, ${shownSize(database)}`);
  // What was made while the others were copied.
  await images.copy([
    ...seen.snapshots.map((id) => ({ what: 'snapshot' as const, id })),
    ...seen.instances.map(({ id, kind }) => ({ what: kind, id })),
  ]);

  let files = 0;
  const found = packFiles(config.dataDir, { without: folder.path, counted: () => (files += 1) });
  const fileBytes = await writeSealed(folder, backupFile(folder, name, 'files'), found, { packed: true });
  say(`Data folder: ${files} files, ${shownSize(fileBytes)}`);
  const kept = Buffer.from(JSON.stringify(keepSettings(config.secret ?? '', environment)));
  await writeSealed(folder, backupFile(folder, name, 'secrets'), Readable.from([kept]));
  const manifest: Manifest = {
    format: 1,
    createdAt: at.toISOString(),
    installation: await readInstallationId(installation),
    migration: readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0,
    database: { bytes: database, rows: seen.rows },
    files: { bytes: fileBytes, count: files },
    secrets: { bytes: kept.length },
    ...images.contents(),
  };
  await writeManifest(folder, name, manifest);
  for (const { what, id, why } of manifest.missing) say(`Not in this backup: ${what} ${id}, because ${why}.`);
  const freed = await removeUnneeded(folder);
  if (freed > 0) say(`Removed what no backup in the folder needs any more: ${shownSize(freed)}`);
  await tidyRegistry(installation);
  return name;
}

async function* counted(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}
