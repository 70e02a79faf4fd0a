import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { createKeychainStore, type Keytar, proveKeychain } from './keychain-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createSealedFileStore, type Seal } from './sealed-file-store.ts';
import type { SecretStore } from './secret-store.ts';

const PROBE_MS = 5_000;

export interface StoreChoices {
  /** Loads keytar; rejects if it isn't installed or its system library is missing. */
  loadKeytar: () => Promise<Keytar>;
  /**
   * Electron's safeStorage, or null if it can't really encrypt (its `basic_text` backend on Linux). Asked only without a
   * keychain: it blocks the app, and may make the system ask the person a second time.
   */
  seal: () => Seal | null;
  sealedFile: string;
  notices: { sealed: string; memory: string };
  log: Log;
  probeMs?: number;
}

/** The best place for secrets here and now: keychain, encrypted file, memory. */
export async function chooseSecretStore(choices: StoreChoices): Promise<SecretStore> {
  const { loadKeytar, seal, sealedFile, notices, log, probeMs = PROBE_MS } = choices;
  try {
    const keytar = await loadKeytar();
    await proveKeychain(keytar, probeMs);
    return createKeychainStore(keytar);
  } catch (error) {
    log.warn('The system keychain can’t be used', { cause: messageOf(error) });
  }
  const sealing = seal();
  if (sealing) return createSealedFileStore(sealing, sealedFile, notices.sealed);
  return createMemoryStore(notices.memory);
}
