import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import { newToken } from '../../platform/ids.ts';

/**
 * The gateway's host keys, created once in `folder` (0600): Ed25519, and ECDSA for clients that know no other. No RSA,
 * because ssh2 would sign with SHA-1 for anyone who asks.
 */
export async function loadHostKeys(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return Promise.all([
    loadOrMake(path.join(folder, 'host_ed25519'), () =>
      readable(() => ssh2.utils.generateKeyPairSync('ed25519').private),
    ),
    loadOrMake(path.join(folder, 'host_ecdsa'), () =>
      readable(() => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private),
    ),
  ]);
}

/** ssh2 occasionally writes a key it can't read again; make a new one then. */
function readable(make: () => string): string {
  for (;;) {
    const key = make();
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key;
  }
}

/** The public halves as `ssh-ed25519 AAAA…`, for a client to pin. @throws Error if one isn't a private key */
export function publicHostKeys(privateKeys: string[]): string[] {
  return privateKeys.map((privateKey) => {
    const parsed = ssh2.utils.parseKey(privateKey);
    if (parsed instanceof Error) throw parsed;
    return `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`;
  });
}

/** Linked into place as a whole, so that processes starting together agree on one key. */
async function loadOrMake(file: string, make: () => string): Promise<string> {
  const found = await read(file);
  if (found) return found;
  const draft = `${file}.${newToken()}`;
  await writeFile(draft, make(), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readFile(file, 'utf8');
}

async function read(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
