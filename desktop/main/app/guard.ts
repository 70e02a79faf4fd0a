import { app, type Session, shell, type WebContents } from 'electron';
import { isExternalAddress } from './origins.ts';

/**
 * What a page may do without asking: copy what a person clicked, and keep its live connection to a server in a private
 * network (its policy allows only that server). Everything else is refused.
 */
const ALLOWED_PERMISSIONS = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
]);

/**
 * Locks down every page of the app: it stays on our origins, opens no window and embeds no view. Web and mail addresses
 * open in the system's browser; other addresses go nowhere.
 */
export function guardPages(origins: () => readonly string[]): void {
  const isOurs = (address: string) => {
    const url = URL.parse(address);
    return url !== null && origins().includes(url.origin);
  };
  app.on('web-contents-created', (_, contents: WebContents) => {
    const keepHere = (event: { preventDefault(): void }, address: string) => {
      if (isOurs(address)) return;
      event.preventDefault();
      openOutside(address);
    };
    contents.on('will-navigate', (event) => keepHere(event, event.url));
    // Also told of frames: a bank's confirmation of a payment goes through several addresses in one.
    contents.on('will-redirect', (event) => event.isMainFrame && keepHere(event, event.url));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
}

export function denyPermissions(session: Session, origins: () => readonly string[]): void {
  const allowed = (permission: string, address: string) => {
    const url = URL.parse(address);
    return ALLOWED_PERMISSIONS.has(permission) && url !== null && origins().includes(url.origin);
  };
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(allowed(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_, permission, origin) => allowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
}

/** Opens an address in the system, if it is of a kind the system may open. */
export function openOutside(address: string): void {
  if (isExternalAddress(address)) void shell.openExternal(address);
}
