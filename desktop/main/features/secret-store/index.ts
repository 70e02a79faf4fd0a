export { chooseSecretStore } from './choose-store.ts';
export type { Keytar } from './keychain-store.ts';
export { createLateStore } from './late-store.ts';
export { passphraseSecret, type SecretStore, sessionSecret } from './secret-store.ts';
