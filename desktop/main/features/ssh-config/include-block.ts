import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { writeAtomically } from '../settings/atomic-write.ts';

const START = '# >>> slipway (managed: removed when you sign out)';
const END = '# <<< slipway';
const BLOCK = new RegExp(`^${START.replace(/[()]/g, '\\$&')}\\r?\\n[\\s\\S]*?^${END}\\r?\\n(\\r?\\n)?`, 'gm');
const BYTE_ORDER_MARK = bytesOf('\uFEFF');

export const includeLine = (included: string) => `Include "${included.replaceAll('\\', '/')}"`;

/**
 * Puts our block first in the person's ssh configuration: an Include after a `Host` would count for that host only.
 * Everything else stays byte for byte, in whatever encoding; a symbolic link stays one. A file that has the line already,
 * by the person's own hand, is left alone.
 */
export async function addInclude(configFile: string, included: string): Promise<void> {
  const file = await realpath(configFile).catch(() => configFile);
  const { bytes, mode } = await read(file);
  const { mark, rest } = split(bytes);
  const line = bytesOf(includeLine(included));
  if (rest.split(/\r?\n/).some((each) => each.trim() === line)) return;
  const block = `${START}\n${line}\n${END}\n`;
  const next = mark + (rest === '' ? block : `${block}\n${rest}`);
  if (next !== bytes) await writeAtomically(file, Buffer.from(next, 'latin1'), mode);
}

/** Removes our block; a file with nothing else is deleted. */
export async function removeInclude(configFile: string): Promise<void> {
  const file = await realpath(configFile).catch(() => configFile);
  const { bytes, mode } = await read(file);
  const { mark, rest } = split(bytes);
  const next = mark + rest;
  if (next === bytes) return;
  if (next === '') await rm(file);
  else await writeAtomically(file, Buffer.from(next, 'latin1'), mode);
}

/** The file without our block, and the byte order mark it may begin with. */
function split(bytes: string): { mark: string; rest: string } {
  const mark = bytes.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return { mark, rest: bytes.slice(mark.length).replace(BLOCK, '') };
}

/** A text with one character for each byte, as `read` returns the file. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

async function read(file: string): Promise<{ bytes: string; mode: number }> {
  try {
    return { bytes: await readFile(file, 'latin1'), mode: (await stat(file)).mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { bytes: '', mode: 0o600 };
    throw error;
  }
}
