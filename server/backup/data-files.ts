import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';

/** The database's own files, and what is kept with the secrets. */
const LEFT_OUT = new Set(['postgres', 'secret']);

interface Entry {
  /** Relative to the data folder. */
  path: string;
  mode: number;
  bytes: number;
}

/** The files of the data folder: each behind a line of JSON that says which it is. `without` is a folder to leave out. */
export async function* packFiles(
  dataDir: string,
  { without, counted }: { without: string; counted: () => void },
): AsyncGenerator<Buffer> {
  for (const name of (await readdir(dataDir, { recursive: true })).sort()) {
    const file = path.join(dataDir, name);
    if (LEFT_OUT.has(name.split(path.sep)[0] ?? '') || isInside(without, file)) continue;
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) continue;
    // One that went meanwhile, such as a mail that was deleted, needs no copy.
    const content = await readFile(file).catch(() => null);
    if (!content) continue;
    const entry: Entry = { path: name, mode: found.mode & 0o777, bytes: content.length };
    counted();
    yield Buffer.concat([Buffer.from(`${JSON.stringify(entry)}\n`), content]);
  }
}

/** Puts them back, each as a whole. @throws BackupError */
export async function unpackFiles(dataDir: string, packed: Readable): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  const chunks: AsyncIterator<Buffer> = packed[Symbol.asyncIterator]();
  const more = async () => {
    const { value, done } = await chunks.next();
    if (!done) rest = Buffer.concat([rest, value]);
    return !done;
  };
  for (;;) {
    while (!rest.includes(10)) if (!(await more())) return;
    const end = rest.indexOf(10);
    const entry = JSON.parse(rest.subarray(0, end).toString('utf8')) as Entry;
    rest = rest.subarray(end + 1);
    while (rest.length < entry.bytes)
      if (!(await more())) throw new BackupError('The files of the data folder end too early.');
    await put(dataDir, entry, rest.subarray(0, entry.bytes));
    rest = rest.subarray(entry.bytes);
  }
}

async function put(dataDir: string, { path: name, mode }: Entry, content: Buffer): Promise<void> {
  const file = path.resolve(dataDir, name);
  if (!isInside(dataDir, file)) throw new BackupError(`${name} doesn’t belong into the data folder.`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  await writeFile(part, content, { mode });
  await chmod(part, mode);
  await rename(part, file);
}

function isInside(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way === '' || !(way.startsWith('..') || path.isAbsolute(way));
}
