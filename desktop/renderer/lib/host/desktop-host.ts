import type { input, output } from 'zod';
import { API_BASE } from '#shared/api/wire.ts';
import type { CallName, DesktopCalls } from '#shared/desktop/calls.ts';
import type { Bridge, CallAnswer, DesktopErrorCode } from '#shared/desktop/channel.ts';
import type { EventName, EventPayload } from '#shared/desktop/events.ts';
import type { Host } from './host.ts';

/** A call that the desktop app refused or could not do; the message is for the person. */
export class DesktopCallError extends Error {
  readonly code: DesktopErrorCode;

  constructor({ code, message }: Extract<CallAnswer, { ok: false }>) {
    super(message);
    this.code = code;
  }
}

/** What only the desktop app can do: keys, terminals, tunnels, accounts (shared/desktop/calls.ts). */
export interface DesktopApi {
  /** @throws DesktopCallError */
  call<Name extends CallName>(
    name: Name,
    ...input: null extends input<DesktopCalls[Name]['input']> ? [] : [input: input<DesktopCalls[Name]['input']>]
  ): Promise<output<DesktopCalls[Name]['output']>>;
  /** Returns how to stop listening. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void;
}

/** A window of the desktop app: the session key is in the system's keychain, and stays out of every storage here. */
export function createDesktopHost(bridge: Bridge): Host {
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
