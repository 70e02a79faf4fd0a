import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { text } from '../../text.ts';
import { passphraseSecret, sessionSecret } from '../secret-store/index.ts';
import { removeSshConfig } from '../ssh-config/index.ts';
import { keyStore } from '../ssh-keys/index.ts';
import { sshFolder } from './active-account.ts';

/**
 * Removes what this computer has of an account: session, ssh configuration, passphrases and keys. The keys may open more
 * than workspaces, so the person is asked about them.
 * @throws DesktopError `cancelled`
 */
export async function forgetAccount(desktop: Desktop, id: string): Promise<void> {
  const store = keyStore(desktop, id);
  const keys = await store.list();
  const keep = keys.length > 0 && (await wantsToKeep(desktop, path.dirname(store.publicFile('key'))));
  await desktop.secrets.remove(sessionSecret(id));
  await removeSshConfig(desktop, id);
  if (keep) return;
  for (const key of keys) await desktop.secrets.remove(passphraseSecret(key.id));
  await rm(sshFolder(desktop, id), { recursive: true, force: true });
}

async function wantsToKeep({ dialogs }: Desktop, folder: string): Promise<boolean> {
  const answer = await dialogs.ask({
    message: text('ask.keys'),
    detail: text('ask.keysDetail', { folder }),
    buttons: [text('ask.keysDelete'), text('ask.keysKeep'), text('ask.cancel')],
  });
  if (answer === 2) throw new DesktopError('cancelled', text('ask.nothingChanged'));
  return answer === 1;
}
