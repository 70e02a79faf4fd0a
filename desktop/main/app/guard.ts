import { app, type Session, shell, type WebContents } from 'electron';
import { isExternalAddress, isOurPage, onTheWeb } from './origins.ts';

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
 * Locks down every page of the app: it stays on our pages, opens no window and embeds no view. Web and mail addresses,
 * and pages of the UI for a window of their own, open in the system's browser; other addresses go nowhere.
 */
export function guardPages(server: () => string | null): void {
  app.on('web-contents-created', (_, contents: WebContents) => {
    const keepHere = (event: { preventDefault(): void; isMainFrame: boolean; url: string }) => {
      if (!event.isMainFrame || isOurPage(event.url)) return;
      event.preventDefault();
      openOutside(event.url);
    };
    contents.on('will-navigate', keepHere);
    // Also told of frames: a bank's confirmation of a payment goes through several addresses in one.
    contents.on('will-redirect', keepHere);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(onTheWeb(url, server()));
      return { action: 'deny' };
    });
  });
}

export function denyPermissions(session: Session): void {
  const allowed = (permission: string, address: string) => ALLOWED_PERMISSIONS.has(permission) && isOurPage(address);
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(allowed(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_, permission, origin) => allowed(permission, `${origin.replace(/\/$/, '')}/`));
  session.setDevicePermissionHandler(() => false);
}

/** Opens an address in the system, if it is of a kind the system may open. */
export function openOutside(address: string): void {
  if (isExternalAddress(address)) void shell.openExternal(address);
}
