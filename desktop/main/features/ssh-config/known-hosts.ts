import { readFile } from 'node:fs/promises';
import { writeAtomically } from '../settings/atomic-write.ts';

/** The known keys of a place (`host` or `[host]:port`), as `type base64`. */
export async function knownHostKeys(file: string, marker: string): Promise<string[]> {
  const lines = await linesOf(file);
  return lines.filter((line) => line.startsWith(`${marker} `)).map((line) => line.slice(marker.length + 1));
}

/** Replaces the known keys of a place. */
export async function pinHostKeys(file: string, marker: string, keys: string[]): Promise<void> {
  const others = (await linesOf(file)).filter((line) => !line.startsWith(`${marker} `));
  const lines = [...others, ...keys.map((key) => `${marker} ${key}`)];
  await writeAtomically(file, lines.map((line) => `${line}\n`).join(''), 0o600);
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}
