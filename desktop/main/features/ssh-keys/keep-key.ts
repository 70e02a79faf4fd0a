import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { passphraseSecret } from '../secret-store/index.ts';
import { keyStore } from './folder.ts';
import { type PrivateKey, type PublicParts, publicParts, writePrivateKey } from './private-key.ts';
import { uploadKey } from './upload-key.ts';

interface Keep {
  name: string;
  upload: boolean;
  /** Encrypts the file; stored in the keychain. */
  passphrase?: string | undefined;
}

/** Stores a private key in the app's folder, its passphrase in the keychain, and uploads the public key if asked to. */
export async function keepKey(
  desktop: Desktop,
  key: PrivateKey,
  { name, upload, passphrase }: Keep,
): Promise<LocalKey> {
  const local = await describe(desktop, publicParts(key, name), name, 'file', Boolean(passphrase));
  // The server may refuse (a name that is taken), so ask it before writing anything here.
  const kept = upload ? await uploadKey(desktop, local) : local;
  if (passphrase) await desktop.secrets.write(passphraseSecret(kept.id), passphrase);
  await keyStore(desktop).save(kept, writePrivateKey(key, passphrase));
  return kept;
}

/** Stores only the public key: the private key stays in the person's ssh-agent. */
export async function keepAgentKey(desktop: Desktop, parts: PublicParts, { name, upload }: Keep): Promise<LocalKey> {
  const local = await describe(desktop, parts, name, 'agent', false);
  const kept = upload ? await uploadKey(desktop, local) : local;
  await keyStore(desktop).save(kept);
  return kept;
}

async function describe(
  desktop: Desktop,
  parts: PublicParts,
  name: string,
  kept: LocalKey['kept'],
  hasPassphrase: boolean,
): Promise<LocalKey> {
  const keys = await keyStore(desktop).list();
  const twin = keys.find(({ fingerprint }) => fingerprint === parts.fingerprint);
  if (twin) throw new DesktopError('invalid', `This key is here already, under the name “${twin.name}”.`);
  const createDate = new Date().toISOString();
  return { id: crypto.randomUUID(), name, ...parts, kept, hasPassphrase, sshKeyID: null, createDate };
}
