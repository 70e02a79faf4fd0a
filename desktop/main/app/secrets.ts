import path from 'node:path';
import { app, safeStorage } from 'electron';
import { chooseSecretStore, createLateStore, type SecretStore } from '../features/secret-store/index.ts';
import type { Log } from '../log.ts';
import { text } from '../text.ts';
import { loadKeytar } from './load-keytar.ts';

/** This computer's keychain, or the next best store; chosen on first use. */
export function openSecrets(appFolder: string, log: Log): SecretStore {
  return createLateStore(() =>
    chooseSecretStore({
      loadKeytar: () => loadKeytar(appFolder),
      seal: () => (canSeal() ? safeStorage : null),
      sealedFile: path.join(app.getPath('userData'), 'secrets.json'),
      notices: { sealed: text('secrets.sealed'), memory: text('secrets.memory') },
      log,
    }),
  );
}

/** On Linux, safeStorage may fall back to a fixed password, which protects nothing. */
function canSeal(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}
