import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { KeySource } from '#shared/desktop/calls/ssh-keys.ts';
import type { Desktop, Handler } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { agentKeys } from './agent-keys.ts';
import { keepAgentKey, keepKey } from './keep-key.ts';
import { isSealed, readPrivateKey } from './private-key.ts';

const MAX_KEY_BYTES = 64 * 1024;

/** The page never names a file, so a second attempt with the passphrase reuses the chosen one. */
let lastChosen: string | null = null;

/** Imports a key from pasted text, a chosen file, `~/.ssh` or the ssh-agent. An encrypted key stays encrypted. */
export const importKey: Handler<'ssh-keys.import'> = async (desktop, { source, passphrase, ...keep }) => {
  if (source.from === 'agent') {
    const found = (await agentKeys(desktop)).find(({ fingerprint }) => fingerprint === source.fingerprint);
    if (!found) throw new DesktopError('not_found', 'The ssh-agent does not hold this key.');
    return keepAgentKey(desktop, found, keep);
  }
  const text = await textOf(desktop, source);
  const key = await readPrivateKey(text, passphrase);
  return keepKey(desktop, key, { ...keep, passphrase: isSealed(text) ? passphrase : undefined });
};

async function textOf(desktop: Desktop, source: Exclude<KeySource, { from: 'agent' }>): Promise<string> {
  switch (source.from) {
    case 'text':
      return source.text;
    case 'home':
      // A plain file name: a page can't make the app read outside ~/.ssh.
      return readKeyFile(path.join(desktop.home, '.ssh', path.basename(source.file)));
    case 'file': {
      const file = (source.again && lastChosen) || (await desktop.dialogs.openFile());
      if (!file) throw new DesktopError('cancelled', 'No file was chosen.');
      lastChosen = file;
      return readKeyFile(file);
    }
  }
}

async function readKeyFile(file: string): Promise<string> {
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) throw new DesktopError('not_found', 'There is no such file.');
  if (info.size > MAX_KEY_BYTES) throw new DesktopError('invalid', 'This is no private key that the app can read.');
  return readFile(file, 'utf8');
}
