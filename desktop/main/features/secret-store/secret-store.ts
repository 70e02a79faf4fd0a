import type { Keeper } from '#shared/desktop/calls/session.ts';

export interface Keeping {
  keptIn: Keeper;
  /** Why there was no better place, in words for the person; null for the system's keychain. */
  notice: string | null;
}

/** Small secrets of this person on this computer: session keys and passphrases. */
export interface SecretStore {
  about(): Promise<Keeping>;
  read(name: string): Promise<string | null>;
  write(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export const sessionSecret = (accountId: string) => `session:${accountId}`;
export const passphraseSecret = (keyId: string) => `passphrase:${keyId}`;
