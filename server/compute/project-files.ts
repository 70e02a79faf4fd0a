import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, type Headers, type Pack, pack } from 'tar-stream';
import { EngineError } from './engine-error.ts';

const MAX_FILES = 200_000;
/** Of a file that is read here: a Dockerfile. */
const MAX_TEXT_BYTES = 2 ** 20;

type Entry = { type: 'file'; digest: string; executable: boolean } | { type: 'symlink'; target: string };

export interface ProjectFiles {
  /** Path in the project → what is there. Folders without a file aren't among them. */
  entries: ReadonlyMap<string, Entry>;
  /** The whole as a tar, but for git's own folder, which may hold the login of the clone. */
  tar(): Readable;
  /** Where a path in the project leads; null if it leaves the project or goes round in a circle. */
  follow(path: string): string | null;
  /** The text of a file; null if it's no file, or larger than 1 MiB. */
  read(path: string): Promise<string | null>;
  /** A hash of names and contents of what is in these folders, and of these files. */
  hash(paths: string[]): string;
}

/**
 * Reads a project from a tar, with paths relative to the project, and hands it to `use`. Devices, sockets and hard links
 * aren't part of it. `replaced`: path → content of files that are to be other than they are.
 * @throws EngineError `out-of-disk` beyond `maxBytes`
 */
export async function withProjectFiles<T>(
  from: Readable,
  { maxBytes, replaced }: { maxBytes: number; replaced: Record<string, string> },
  use: (project: ProjectFiles) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-project-'));
  try {
    const file = join(folder, 'project.tar');
    const entries = new Map<string, Entry>();
    const kept = pack();
    const written = pipeline(kept, createWriteStream(file));
    await Promise.all([written, readInto(from, { entries, kept, maxBytes, replaced })]);
    return await use({
      entries,
      tar: () => createReadStream(file),
      read: (path) => readFrom(createReadStream(file), path),
      follow: (path) => follow(entries, path),
      hash: (paths) => hashOf(entries, paths),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Reading {
  entries: Map<string, Entry>;
  kept: Pack;
  maxBytes: number;
  replaced: Record<string, string>;
}

async function readInto(from: Readable, { entries, kept, maxBytes, replaced }: Reading): Promise<void> {
  const unpacked = extract();
  let bytes = 0;
  const keep = async (header: Headers, content: Readable): Promise<void> => {
    const path = pathIn(header.name);
    const { size = 0, type, linkname, mode = 0o644 } = header;
    bytes += size;
    if (bytes > maxBytes || entries.size >= MAX_FILES) {
      throw new EngineError('out-of-disk', `a project of more than ${maxBytes} bytes or ${MAX_FILES} files`);
    }
    if (path === null || path in replaced) return drain(content);
    if (type === 'symlink' && linkname) {
      entries.set(path, { type, target: linkname });
      kept.entry({ name: path, type, linkname, mode });
      return drain(content);
    }
    if (type !== 'file') return drain(content);
    const sum = createHash('sha256');
    content.on('data', (chunk: Buffer) => sum.update(chunk));
    await pipeline(content, kept.entry({ name: path, type, size, mode: mode & 0o777 }));
    entries.set(path, { type, digest: sum.digest('hex'), executable: (mode & 0o111) !== 0 });
  };
  unpacked.on('entry', (header, content, next) => {
    keep(header, content as unknown as Readable).then(
      () => next(),
      (error) => unpacked.destroy(error),
    );
  });
  try {
    await pipeline(from, unpacked);
    for (const [path, content] of Object.entries(replaced)) {
      kept.entry({ name: path, mode: 0o644 }, content);
      entries.set(path, { type: 'file', digest: digestOf(content), executable: false });
    }
    kept.finalize();
  } catch (error) {
    kept.destroy(error as Error);
    throw error;
  }
}

function drain(stream: Readable): Promise<void> {
  return pipeline(stream, async (chunks) => {
    for await (const _ of chunks);
  });
}

async function readFrom(tar: Readable, path: string): Promise<string | null> {
  let found: string | null = null;
  const unpacked = extract();
  unpacked.on('entry', (header, content, next) => {
    const isIt = header.name === path && header.type === 'file' && (header.size ?? 0) <= MAX_TEXT_BYTES;
    const reading = isIt ? text(content) : drain(content as unknown as Readable).then(() => null);
    reading.then(
      (read) => {
        found ??= read;
        next();
      },
      (error) => unpacked.destroy(error),
    );
  });
  await pipeline(tar, unpacked);
  return found;
}

/** Null for what isn't in the project, for the project itself, and for git's own folder. */
function pathIn(name: string): string | null {
  const path = posix.normalize(name).replace(/\/$/, '');
  if (posix.isAbsolute(path) || path === '.' || path === '..' || path.startsWith('../')) return null;
  return path.split('/')[0] === '.git' ? null : path;
}

function follow(entries: ReadonlyMap<string, Entry>, path: string): string | null {
  let left = posix.normalize(path).split('/');
  let at: string[] = [];
  for (let steps = 0; left.length > 0; steps++) {
    const [part = '', ...rest] = left;
    left = rest;
    if (steps > 100) return null;
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.length === 0) return null;
      at = at.slice(0, -1);
      continue;
    }
    const entry = entries.get([...at, part].join('/'));
    if (entry?.type === 'symlink') {
      if (posix.isAbsolute(entry.target)) return null;
      left = [...entry.target.split('/'), ...left];
    } else {
      at = [...at, part];
    }
  }
  return at.join('/') || '.';
}

function hashOf(entries: ReadonlyMap<string, Entry>, paths: string[]): string {
  const isBelow = (path: string) => paths.some((each) => each === '.' || path === each || path.startsWith(`${each}/`));
  const all = [...entries].filter(([path]) => isBelow(path)).sort(([one], [other]) => (one < other ? -1 : 1));
  const sum = createHash('sha256');
  for (const [path, entry] of all) {
    sum.update(JSON.stringify(entry.type === 'file' ? [path, entry.digest, entry.executable] : [path, entry.target]));
  }
  return sum.digest('hex');
}

function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
