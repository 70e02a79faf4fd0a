import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import { keepFile } from '../../platform/keep-file.ts';

/**
 * The gateway's host keys, created once in `folder` (0600): Ed25519, and ECDSA for clients that know no other. No RSA,
 * because ssh2 would sign with SHA-1 for anyone who asks.
 */
export async function loadHostKeys(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return Promise.all([
    keepFile(path.join(folder, 'host_ed25519'), () =>
      readable(() => ssh2.utils.generateKeyPairSync('ed25519').private),
    ),
    keepFile(path.join(folder, 'host_ecdsa'), () =>
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
