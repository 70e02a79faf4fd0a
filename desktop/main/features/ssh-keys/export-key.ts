import type { Handler } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { writeAtomically } from '../settings/atomic-write.ts';
import { keyStore } from './folder.ts';

/** Copies the private key, still encrypted, to a file the person chooses (0600). */
export const exportKey: Handler<'ssh-keys.export'> = async (desktop, { id }) => {
  const store = keyStore(desktop);
  const key = await store.get(id);
  if (key.kept === 'agent') throw new DesktopError('invalid', 'This key is in your ssh-agent and not in the app.');
  const file = await desktop.dialogs.saveFile(`id_${key.type.replace(/^ssh-/, '')}`);
  if (!file) return { saved: false };
  await writeAtomically(file, await store.readPrivate(id), 0o600);
  return { saved: true };
};
