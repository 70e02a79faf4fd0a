import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import { addSshKey, listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import type { Desktop, Handler } from '../../context.ts';
import { keyStore } from './folder.ts';

/**
 * Uploads the public key under the key's name; if it is there already, only links it.
 * @throws DesktopError with the server's reason
 */
export async function uploadKey({ api }: Desktop, key: LocalKey): Promise<LocalKey> {
  const { sshKeys } = await api.call(listSshKeys, { query: {} });
  const there = sshKeys.find(({ fingerprint }) => fingerprint === key.fingerprint);
  if (there) return { ...key, sshKeyID: there.sshKeyID };
  const { sshKeyID } = await api.call(addSshKey, { body: { name: key.name, public_key: key.publicKey } });
  return { ...key, sshKeyID };
}

/** Uploads the public key of a key that exists only here, or was deleted there. */
export const uploadOneKey: Handler<'ssh-keys.upload'> = async (desktop, { id }) => {
  const store = keyStore(desktop);
  const uploaded = await uploadKey(desktop, await store.get(id));
  await store.save(uploaded);
  return uploaded;
};
