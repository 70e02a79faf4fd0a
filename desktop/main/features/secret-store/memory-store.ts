import type { SecretStore } from './secret-store.ts';

/** Secrets that are lost when the app quits: the last resort, and the person is told. */
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
