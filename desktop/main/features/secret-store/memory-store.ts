import type { SecretStore } from './secret-store.ts';

/** Secrets that end with the app: the last resort, said so to the person. */
export function createMemoryStore(notice: string): SecretStore {
  const secrets = new Map<string, string>();
  return {
    about: async () => ({ keptIn: 'memory', notice }),
    read: async (name) => secrets.get(name) ?? null,
    async write(name, secret) {
      secrets.set(name, secret);
    },
    async remove(name) {
      secrets.delete(name);
    },
  };
}
