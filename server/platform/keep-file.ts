import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { newToken } from './ids.ts';

/**
 * The text of a file (mode 0600) that is made once. Put in place as a whole: neither a full disk nor a kill leaves half
 * of it, and processes that start together agree on one.
 */
export async function keepFile(file: string, make: () => string): Promise<string> {
  const found = await read(file);
  if (found) return found;
  const draft = `${file}.${newToken()}`;
  try {
    await write(draft, make());
    // An empty one is what a full disk left before; nothing can depend on it.
    await (found === '' ? rename(draft, file) : link(draft, file));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

async function write(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;
