import type { SecretStore } from './secret-store.ts';

/** Looks for the store on first use: a locked keychain may ask the person something. */
export function createLateStore(choose: () => Promise<SecretStore>): SecretStore {
  let chosen: Promise<SecretStore> | null = null;
  const store = () => {
    chosen ??= choose();
    return chosen;
  };
  return {
    about: async () => (await store()).about(),
    read: async (name) => (await store()).read(name),
    write: async (name, secret) => (await store()).write(name, secret),
    remove: async (name) => (await store()).remove(name),
  };
}
