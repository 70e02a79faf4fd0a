import type { Handler } from '../../context.ts';
import { passphraseSecret } from '../secret-store/index.ts';
import { keyStore } from './folder.ts';

export const removeKey: Handler<'ssh-keys.remove'> = async (desktop, { id }) => {
  const store = keyStore(desktop);
  await store.get(id);
  await store.remove(id);
  await desktop.secrets.remove(passphraseSecret(id));
  return null;
};
