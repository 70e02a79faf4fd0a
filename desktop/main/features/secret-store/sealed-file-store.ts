import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeAtomically } from '../settings/atomic-write.ts';
import type { SecretStore } from './secret-store.ts';

/** The part of Electron's safeStorage we use. */
export interface Seal {
  encryptString(plain: string): Buffer;
  decryptString(sealed: Buffer): string;
}

const fileSchema = z.record(z.string(), z.string());

/** Secrets in one file of the app's folder, each encrypted by the system (Electron safeStorage). */
export function createSealedFileStore(seal: Seal, file: string, notice: string): SecretStore {
  let last: Promise<unknown> = Promise.resolve();
  const change = (edit: (secrets: Record<string, string>) => void) => {
    const done = last.then(async () => {
      const secrets = await readSecrets(file);
      edit(secrets);
      await writeAtomically(file, JSON.stringify(secrets));
    });
    last = done.catch(() => undefined);
    return done;
  };
  return {
    about: async () => ({ keptIn: 'safe-storage', notice }),
    async read(name) {
      const sealed = (await readSecrets(file))[name];
      if (sealed === undefined) return null;
      try {
        return seal.decryptString(Buffer.from(sealed, 'base64'));
      } catch {
        // Encrypted by another system account or before a reinstallation: unreadable.
        return null;
      }
    },
    write: (name, secret) =>
      change((secrets) => {
        secrets[name] = seal.encryptString(secret).toString('base64');
      }),
    remove: (name) =>
      change((secrets) => {
        delete secrets[name];
      }),
  };
}

async function readSecrets(file: string): Promise<Record<string, string>> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
