import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A hash of the names and contents of these files and of everything in these folders, both relative to `folder`. */
export async function hashFiles(folder: string, parts: string[]): Promise<string> {
  const found: string[] = [];
  for (const part of parts) {
    const path = join(folder, part);
    if ((await stat(path)).isFile()) {
      found.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    found.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  }
  const contents = await Promise.all(
    found.sort().map(async (path) => [relative(folder, path), await readFile(path, 'utf8')]),
  );
  return hash(contents.flat());
}

export function hash(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
