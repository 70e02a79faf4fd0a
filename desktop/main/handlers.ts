import type { Desktop } from './context.ts';
import { listAccounts } from './features/accounts/accounts.ts';
import { listTerminals, openWorkspace, showSshConfig } from './features/open-local/index.ts';
import { clearSession, readSession, writeSession } from './features/session/session.ts';
import { readPreferences, updatePreferences } from './features/settings/preferences.ts';
import type { BrowserSignIn } from './features/sign-in/browser-sign-in.ts';
import {
  exportKey,
  generateKey,
  importKey,
  listCandidates,
  listKeys,
  removeKey,
  uploadOneKey,
} from './features/ssh-keys/index.ts';
import { readStartup, updateStartup } from './features/startup/startup.ts';
import type { Tunnels } from './features/tunnels/tunnels.ts';
import type { Handlers } from './ipc/router.ts';

/** Calls that change what the windows show. */
export type WindowCalls = Pick<
  Handlers,
  | 'system.info'
  | 'system.open'
  | 'system.retry'
  | 'accounts.add'
  | 'accounts.choose'
  | 'accounts.switch'
  | 'accounts.remove'
>;

/** Every call of the contract and its handler. */
export function createHandlers(
  desktop: Desktop,
  { tunnels, signIn }: { tunnels: Tunnels; signIn: BrowserSignIn },
  windows: WindowCalls,
): Handlers {
  return {
    ...windows,
    'accounts.list': (input) => listAccounts(desktop, input),
    'session.read': (input) => readSession(desktop, input),
    'session.about': () => desktop.secrets.about(),
    'session.write': (input) => writeSession(desktop, input),
    'session.clear': async () => {
      await clearSession(desktop, tunnels);
      return null;
    },
    'session.sign-in': (input) => signIn.start(desktop, input),
    'settings.read': (input) => readPreferences(desktop, input),
    'settings.update': (input) => updatePreferences(desktop, input),
    'startup.read': (input) => readStartup(desktop, input),
    'startup.update': (input) => updateStartup(desktop, input),
    'ssh-keys.list': (input) => listKeys(desktop, input),
    'ssh-keys.generate': (input) => generateKey(desktop, input),
    'ssh-keys.candidates': (input) => listCandidates(desktop, input),
    'ssh-keys.import': (input) => importKey(desktop, input),
    'ssh-keys.upload': (input) => uploadOneKey(desktop, input),
    'ssh-keys.export': (input) => exportKey(desktop, input),
    'ssh-keys.remove': (input) => removeKey(desktop, input),
    'open.terminals': (input) => listTerminals(desktop, input),
    'open.workspace': (input) => openWorkspace(desktop, input),
    'open.ssh-config': (input) => showSshConfig(desktop, input),
    'tunnels.list': (input) => tunnels.list(desktop, input),
    'tunnels.open': (input) => tunnels.open(desktop, input),
    'tunnels.close': (input) => tunnels.close(desktop, input),
  };
}
