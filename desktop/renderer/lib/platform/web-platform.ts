import { API_BASE } from '#shared/api/wire.ts';
import type { Platform } from './platform.ts';

const apiBase = import.meta.env.VITE_API_BASE ?? API_BASE;
const STORAGE_KEY = 'slipway.session-key';

/** A browser tab: the session key is in local storage and its changes reach the other tabs. */
export const webPlatform: Platform = {
  kind: 'web',
  desktop: null,
  apiBase,
  get server() {
    return new URL(apiBase, window.location.href).origin;
  },
  sessionKey: {
    async read() {
      return localStorage.getItem(STORAGE_KEY);
    },
    async write(key) {
      localStorage.setItem(STORAGE_KEY, key);
    },
    async clear() {
      localStorage.removeItem(STORAGE_KEY);
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (event.key === STORAGE_KEY || event.key === null) listener(localStorage.getItem(STORAGE_KEY));
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  },
  open(url) {
    window.open(url, '_blank', 'noopener');
  },
};
