import { API_BASE } from '#shared/api/wire.ts';
import { APP_SCHEME, PAGES_ORIGIN, UI_ORIGIN } from '#shared/desktop/origins.ts';

export const connectPage = () => `${PAGES_ORIGIN}/connect.html`;
export const offlinePage = (path: string) => `${PAGES_ORIGIN}/offline.html?${new URLSearchParams({ path })}`;
export const crashedPage = (path: string) => `${PAGES_ORIGIN}/crashed.html?${new URLSearchParams({ path })}`;

/** May the system open this address? */
export function isExternalAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol);
}

/** Is this one of our documents? What the server answers is none, whatever it says it is. */
export function isOurPage(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== `${APP_SCHEME}:` || url.username || url.password || url.port) return false;
  if (address.startsWith(`${PAGES_ORIGIN}/`)) return true;
  return address.startsWith(`${UI_ORIGIN}/`) && !isServerPath(url.pathname);
}

/** Is this path of the UI's origin the server's to answer? Encoded letters name the same path to many servers. */
export function isServerPath(pathname: string): boolean {
  const path = decoded(pathname).toLowerCase();
  return path === API_BASE || path.startsWith(`${API_BASE}/`);
}

/** A page of the UI as a browser reaches it; every other address unchanged. */
export function onTheWeb(address: string, server: string | null): string {
  const isOfUi = server !== null && address.startsWith(`${UI_ORIGIN}/`);
  return isOfUi ? `${server}${address.slice(UI_ORIGIN.length)}` : address;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
