/** `/login?redirect=…` for a path of this app. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`;
}

/**
 * The path to go to after login. Anything that isn't a path of this app (another site, `//host`, a scheme, the login
 * page itself) becomes `/`.
 */
export function safeRedirect(redirect: string | null, origin: string = window.location.origin): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, origin)) return '/';
  const [url, own] = [new URL(redirect, origin), new URL(origin)];
  const loops = url.pathname === '/login' || url.pathname === '/logout';
  // `origin` is `null` for the desktop app's scheme in some engines.
  const isOwn = url.protocol === own.protocol && url.host === own.host;
  return isOwn && !loops ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** `address` at the place of it that the page before was asked for, unless it names one itself. */
export function atFragment(address: string, hash: string): string {
  return address.includes('#') ? address : `${address}${hash}`;
}

/** Opens the desktop app, if it is installed. */
export const ALL_WORKSPACES_LINK = 'slipway://workspaces';

/** Opens a workspace in the desktop app. */
export const deepLink = (workspaceId: string) => `${ALL_WORKSPACES_LINK}/${encodeURIComponent(workspaceId)}`;
