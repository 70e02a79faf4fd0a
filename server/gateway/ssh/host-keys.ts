import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import { newToken } from '../../platform/ids.ts';

/**
 * The gateway's own keys, made once into `folder` (0600): Ed25519, and ECDSA for clients that know no other. None of RSA:
 * ssh2 would sign with it by SHA-1 for whoever asks.
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

/** ssh2 now and then writes a key that it can't read again; such a one is made anew. */
function readable(make: () => string): string {
  for (;;) {
    const key = make();
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key;
  }
}

/** The public halves as `ssh-ed25519 AAAA…`, for a client to pin. @throws Error for what is no private key */
export function publicHostKeys(privateKeys: string[]): string[] {
  return privateKeys.map((privateKey) => {
    const parsed = ssh2.utils.parseKey(privateKey);
    if (parsed instanceof Error) throw parsed;
    return `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`;
  });
}

/** Linked into place whole, so that processes that start at once agree on one key. */
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
