import type { Keeper } from '#shared/desktop/calls/session.ts';

/** Small secrets of this person on this computer: session keys and passphrases. */
export interface SecretStore {
  readonly keeper: Keeper;
  /** Why no better place could be had, in words for the person; null for the system's keychain. */
  readonly notice: string | null;
  read(name: string): Promise<string | null>;
  write(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export const sessionSecret = (accountId: string) => `session:${accountId}`;
export const passphraseSecret = (keyId: string) => `passphrase:${keyId}`;
