import { app, type Session, shell, type WebContents } from 'electron';
import { isExternalAddress } from './origins.ts';

/**
 * What a page may have without asking: copying what a person clicked, and its live connection to a server in a private
 * network (its policy lets it connect to that server only). Everything else is refused.
 */
const ALLOWED_PERMISSIONS = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
]);

/**
 * Locks every page the app ever shows: it stays at our origins, opens no window and embeds no view; an address
 * elsewhere goes to the system's browser if it is a web or mail address, and nowhere if it is not.
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
    contents.on('will-redirect', (event) => keepHere(event, event.url));
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

/** Hands an address to the system if it is one that the system may open. */
export function openOutside(address: string): void {
  if (isExternalAddress(address)) void shell.openExternal(address);
}
