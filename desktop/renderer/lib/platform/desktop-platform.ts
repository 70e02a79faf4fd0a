import { API_BASE } from '#shared/api/wire.ts';
import type { Bridge } from '#shared/desktop/channel.ts';
import { SERVER_META } from '#shared/desktop/origins.ts';
import { type DesktopApi, DesktopCallError } from './desktop-api.ts';
import type { Platform } from './platform.ts';

/** A window of the desktop app: the session key is in the system's keychain and in no storage here. */
export function createDesktopPlatform(bridge: Bridge): Platform {
  const desktop: DesktopApi = {
    async call(name, ...[value]) {
      const answer = await bridge.call(name, JSON.stringify(value ?? null));
      if (!answer.ok) throw new DesktopCallError(answer);
      return answer.value as never;
    },
    on: (name, listener) => bridge.listen((said, payload) => said === name && listener(payload as never)),
  };
  desktop.on('navigate', ({ path }) => {
    // The router follows the history, as it does for the browser's own buttons.
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  return {
    kind: 'desktop',
    apiBase: API_BASE,
    server: document.querySelector<HTMLMetaElement>(`meta[name="${SERVER_META}"]`)?.content ?? '',
    desktop,
    sessionKey: {
      read: async () => (await desktop.call('session.read')).key,
      write: async (key) => void (await desktop.call('session.write', { key })),
      clear: async () => void (await desktop.call('session.clear')),
      subscribe: (listener) => desktop.on('session.changed', ({ key }) => listener(key)),
    },
    open: (url) => void desktop.call('system.open', { url }),
  };
}
