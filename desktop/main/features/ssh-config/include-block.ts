import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { writeAtomically } from '../settings/atomic-write.ts';

const START = '# >>> slipway (managed: removed when you sign out)';
const END = '# <<< slipway';
const BLOCK = new RegExp(`^${START.replace(/[()]/g, '\\$&')}\\r?\\n[\\s\\S]*?^${END}\\r?\\n(\\r?\\n)?`, 'gm');

/**
 * Puts our block first in the person's ssh configuration: an Include after a `Host` would count for that host only.
 * Everything else stays byte for byte; a symbolic link stays one.
 */
export async function addInclude(configFile: string, included: string): Promise<void> {
  const file = await realpath(configFile).catch(() => configFile);
  const { text, mode } = await read(file);
  const block = `${START}\nInclude "${included.replaceAll('\\', '/')}"\n${END}\n`;
  const rest = text.replace(BLOCK, '');
  const next = rest === '' ? block : `${block}\n${rest}`;
  if (next !== text) await writeAtomically(file, next, mode);
}

/** Removes our block; a file with nothing else is deleted. */
export async function removeInclude(configFile: string): Promise<void> {
  const file = await realpath(configFile).catch(() => configFile);
  const { text, mode } = await read(file);
  const rest = text.replace(BLOCK, '');
  if (rest === text) return;
  if (rest === '') await rm(file);
  else await writeAtomically(file, rest, mode);
}

async function read(file: string): Promise<{ text: string; mode: number }> {
  try {
    return { text: await readFile(file, 'utf8'), mode: (await stat(file)).mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', mode: 0o600 };
    throw error;
  }
}
