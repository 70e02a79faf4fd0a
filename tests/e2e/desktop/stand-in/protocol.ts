import { app } from './app.ts';
import { strict } from './strict.ts';

const privileged = new Set<string>();

export const protocol = strict('protocol', {
  /** As in Electron: once, and too late when the app is ready. */
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (privileged.size > 0) throw new Error('The second call would undo the first');
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard && privileges.secure && privileges.supportFetchAPI) privileged.add(scheme);
    }
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>);

/** Without the privileges a page has no origin, storage or fetch, so that it could not be what it is here. */
export function mustBePrivileged(scheme: string): void {
  if (!privileged.has(scheme)) throw new Error(`The stand-in for Electron can only show pages of a privileged scheme`);
}
