import { spawn } from 'node:child_process';
import type { LocalKey } from '#shared/desktop/calls/ssh-keys.ts';
import type { Desktop } from '../../context.ts';
import { passphraseSecret } from '../secret-store/index.ts';
import { agentAddress } from './agent-keys.ts';
import { keyStore } from './folder.ts';
import { readPrivateKey, writePrivateKey } from './private-key.ts';

const AGENT_SECONDS = 8 * 60 * 60;

/**
 * Adds encrypted keys to the person's ssh-agent for eight hours, so that ssh asks for no passphrase. The decrypted key
 * goes through a pipe and never touches the disk. Without an agent ssh asks, which is no failure.
 */
export async function unlockKeys(desktop: Desktop, keys: LocalKey[]): Promise<void> {
  if (!agentAddress(desktop) || desktop.platform === 'win32') return;
  for (const key of keys.filter(({ kept, hasPassphrase }) => kept === 'file' && hasPassphrase)) {
    const passphrase = await desktop.secrets.read(passphraseSecret(key.id));
    if (!passphrase) continue;
    const open = await readPrivateKey(await keyStore(desktop).readPrivate(key.id), passphrase);
    if (!(await addToAgent(desktop, writePrivateKey(open, undefined)))) {
      desktop.log.warn('The ssh-agent did not take a key', { key: key.id });
    }
  }
}

function addToAgent({ environment }: Desktop, privateText: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('ssh-add', ['-q', '-t', String(AGENT_SECONDS), '-'], {
      env: environment,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
    child.stdin.on('error', () => resolve(false));
    child.stdin.end(privateText);
  });
}
