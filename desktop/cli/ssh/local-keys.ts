import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface LocalKey {
  /** The private key's file. */
  file: string;
  /** `ssh-ed25519 AAAA…`, without a comment. */
  publicKey: string;
}

/** Type and base64 of a public key's line; null if it isn't one. */
export function publicPart(line: string): string | null {
  return /^(ssh-[a-z0-9-]+|ecdsa-[a-z0-9-]+|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]+=*/.exec(line.trim())?.[0] ?? null;
}

/** The keys in `~/.ssh` that have their public half beside them. */
export async function localKeys(folder = path.join(os.homedir(), '.ssh')): Promise<LocalKey[]> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.pub')).toSorted();
  const keys = await Promise.all(
    names.map(async (name): Promise<LocalKey[]> => {
      const publicKey = publicPart(await readFile(path.join(folder, name), 'utf8').catch(() => ''));
      return publicKey ? [{ file: path.join(folder, name.slice(0, -'.pub'.length)), publicKey }] : [];
    }),
  );
  return keys.flat();
}
