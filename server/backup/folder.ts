import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { type Manifest, manifestSchema } from './manifest.ts';
import { Damaged, seal, unseal } from './seal.ts';

/** A folder of backups, opened with its passphrase. All its files but the manifests are sealed with `key`. */
export interface Folder {
  path: string;
  key: Buffer;
}

const KEY_FILE = 'slipway-backup.json';
/** 128 MB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };

interface KeyFile {
  format: 1;
  /** Whose backups these are. */
  installation: string;
  salt: string;
  /** The folder's random key, sealed with one made of the passphrase. */
  key: string;
}

const stretch = promisify<string, Buffer, number, typeof COST & { maxmem: number }, Buffer>(scrypt);

/** The folder to back up into; made if it is new. @throws BackupError */
export async function openForBackup(folder: string, installation: string, passphrase: string): Promise<Folder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await readKeyFile(folder);
  if (!found) {
    const others = await readdir(folder);
    if (others.length > 0) throw new BackupError(`${folder} isn’t empty and holds no backup. Name a new folder.`);
    const key = randomBytes(32);
    const salt = randomBytes(16);
    const file: KeyFile = {
      format: 1,
      installation,
      salt: salt.toString('base64'),
      key: sealKey(await stretchPassphrase(passphrase, salt), key),
    };
    await writeWhole(path.join(folder, KEY_FILE), `${JSON.stringify(file, null, 2)}\n`);
    return { path: folder, key };
  }
  if (found.installation !== installation)
    throw new BackupError(
      `${folder} holds the backups of another installation. Name a folder of its own for this one.`,
    );
  return unlock(folder, found, passphrase);
}

/** The folder to restore from. @throws BackupError */
export async function openForRestore(folder: string, passphrase: string): Promise<Folder> {
  const found = await readKeyFile(folder);
  if (!found) throw new BackupError(`There is no backup in ${folder}: it has no ${KEY_FILE}.`);
  return unlock(folder, found, passphrase);
}

async function readKeyFile(folder: string): Promise<KeyFile | null> {
  const text = await readFile(path.join(folder, KEY_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const file = JSON.parse(text) as KeyFile;
    if (file.format === 1 && file.salt && file.key) return file;
  } catch {
    throw new BackupError(`${path.join(folder, KEY_FILE)} is damaged. Copy it from another copy of the backup.`);
  }
  throw new BackupError('This backup was written by a newer release of Slipway. Restore it with that release.');
}

async function unlock(folder: string, file: KeyFile, passphrase: string): Promise<Folder> {
  const opener = await stretchPassphrase(passphrase, Buffer.from(file.salt, 'base64'));
  try {
    return { path: folder, key: unsealKey(opener, file.key) };
  } catch {
    throw new BackupError('This isn’t the passphrase that the backups in this folder were sealed with.');
  }
}

function stretchPassphrase(passphrase: string, salt: Buffer): Promise<Buffer> {
  return stretch(passphrase.normalize('NFC'), salt, 32, { ...COST, maxmem: 256 * 2 ** 20 });
}

function sealKey(opener: Buffer, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', opener, nonce);
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function unsealKey(opener: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', opener, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** Where a layer is, by its digest. */
export function blobFile(folder: Folder, digest: string): string {
  const [, hex = ''] = digest.split(':');
  return path.join(folder.path, 'blobs', hex.slice(0, 2), hex);
}

interface Form {
  /** Compressed. */
  packed?: boolean;
}

/** Seals what is read into a file, which appears once it is complete. Returns how much was sealed, in bytes. */
export async function writeSealed(
  folder: Folder,
  file: string,
  source: AsyncIterable<Buffer>,
  { packed = false }: Form = {},
): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  let bytes = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const to = createWriteStream(part, { mode: 0o600, flush: true });
  try {
    if (packed) await pipeline(source, createGzip(), count, seal(folder.key), to);
    else await pipeline(source, count, seal(folder.key), to);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return bytes;
}

/** Lets `use` read what is in a sealed file. @throws BackupError if the file is damaged */
export async function readSealed<T>(
  folder: Folder,
  file: string,
  use: (plain: Readable) => Promise<T>,
  { packed = false }: Form = {},
): Promise<T> {
  const opened = unseal(folder.key);
  let damaged: Damaged | null = null;
  opened.on('error', (error) => {
    if (error instanceof Damaged) damaged = error;
  });
  const plain = packed ? then(opened, createGunzip()) : opened;
  // It may fail before somebody reads it.
  plain.on('error', () => undefined);
  then(createReadStream(file), opened);
  try {
    return await use(plain);
  } catch (error) {
    if (!damaged) throw error;
    const { message } = damaged as Damaged;
    throw new BackupError(`${file} is damaged: it was ${message}. Restore another backup, or copy this one again.`);
  }
}

/** Like `pipe`, which leaves out errors. */
function then<T extends Duplex>(from: Readable, to: T): T {
  return from.on('error', (error) => to.destroy(error)).pipe(to);
}

const backups = (folder: Folder) => path.join(folder.path, 'backups');
export const backupFile = (folder: Folder, name: string, file: 'database' | 'files' | 'secrets') =>
  path.join(backups(folder), name, file);
const manifestFile = (folder: Folder, name: string) => path.join(backups(folder), name, 'manifest.json');

/** Names of backups, oldest first; of complete ones, or those that were cut off. */
export async function listBackups(folder: Folder): Promise<{ complete: string[]; cutOff: string[] }> {
  const names = (await readdir(backups(folder)).catch(() => [])).sort();
  const there = await Promise.all(names.map((name) => sizeOf(manifestFile(folder, name))));
  return {
    complete: names.filter((_, index) => there[index] !== null),
    cutOff: names.filter((_, index) => there[index] === null),
  };
}

/** The last file of a backup: with it, it is complete. */
export async function writeManifest(folder: Folder, name: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  const file = manifestFile(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeWhole(file, `${text}\n${signature(folder, text).toString('hex')}\n`);
}

/** @throws BackupError */
export async function readManifest(folder: Folder, name: string): Promise<Manifest> {
  const file = manifestFile(folder, name);
  const [text = '', signed = ''] = (await readFile(file, 'utf8')).split('\n');
  const right = signature(folder, text);
  const given = Buffer.from(signed, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new BackupError(`${file} is damaged. Restore another backup, or from another copy.`);
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new BackupError('This backup was written by a newer release of Slipway. Restore it with that release.');
}

export async function removeBackup(folder: Folder, name: string): Promise<void> {
  await rm(path.join(backups(folder), name), { recursive: true, force: true });
}

/** Removes layers that no backup in the folder needs, and what was cut off. Returns how many bytes that freed. */
export async function removeUnneeded(folder: Folder): Promise<number> {
  const needed = new Set<string>();
  for (const name of (await listBackups(folder)).complete)
    for (const { digest } of (await readManifest(folder, name)).blobs) needed.add(blobFile(folder, digest));
  let freed = 0;
  const root = path.join(folder.path, 'blobs');
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || needed.has(file)) continue;
    freed += (await sizeOf(file)) ?? 0;
    await rm(file, { force: true });
  }
  return freed;
}

/** Null if it isn't there. */
export async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

function signature(folder: Folder, text: string): Buffer {
  return createHmac('sha256', folder.key).update(`slipway manifest\n${text}`).digest();
}

async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, text, { mode: 0o600 });
  const handle = await open(part, 'r+');
  await handle.sync();
  await handle.close();
  await rename(part, file);
}
