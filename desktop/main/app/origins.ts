/**
 * The app's own pages (choosing a server, offline) have an address that can't exist: RFC 6761 reserves `.invalid`, so
 * nobody else can ever be there.
 */
export const APP_ORIGIN = 'https://app.slipway.invalid';

export const connectPage = () => `${APP_ORIGIN}/connect.html`;
export const offlinePage = (path: string) => `${APP_ORIGIN}/offline.html?${new URLSearchParams({ path })}`;
export const crashedPage = (path: string) => `${APP_ORIGIN}/crashed.html?${new URLSearchParams({ path })}`;

/** May the system open this address? */
export function isExternalAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol);
}
