import type { SecretStore } from './secret-store.ts';
import { withTimeout } from './with-timeout.ts';

/** The part of keytar we use. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const SERVICE = 'Slipway';
const PROMPT_MS = 60_000;
const SLOW = 'The system’s keychain did not answer. Is it locked?';

/** macOS Keychain, Windows Credential Vault or the Secret Service, through keytar. */
export function createKeychainStore(keytar: Keytar): SecretStore {
  return {
    about: async () => ({ keptIn: 'keychain', notice: null }),
    read: (name) => withTimeout(keytar.getPassword(SERVICE, name), PROMPT_MS, SLOW),
    write: (name, secret) => withTimeout(keytar.setPassword(SERVICE, name, secret), PROMPT_MS, SLOW),
    async remove(name) {
      await withTimeout(keytar.deletePassword(SERVICE, name), PROMPT_MS, SLOW);
    },
  };
}

/**
 * Tests a keychain by writing, reading and deleting a word.
 * @throws Error if it is missing, refuses, or doesn't answer within `milliseconds`
 */
export async function proveKeychain(keytar: Keytar, milliseconds: number): Promise<void> {
  const word = crypto.randomUUID();
  const prove = async () => {
    await keytar.setPassword(SERVICE, 'probe', word);
    const found = await keytar.getPassword(SERVICE, 'probe');
    await keytar.deletePassword(SERVICE, 'probe');
    if (found !== word) throw new Error('The system’s keychain did not give back what was put into it.');
  };
  await withTimeout(prove(), milliseconds, SLOW);
}
