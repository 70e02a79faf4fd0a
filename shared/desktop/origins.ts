/** The scheme of the pages inside the desktop app. Nothing on the web can have it, and the system doesn't know it. */
export const APP_SCHEME = 'slipway-app';
/** The UI of the active account's server. */
export const UI_ORIGIN = `${APP_SCHEME}://ui`;
/** The app's own pages: choosing a server, and offline. */
export const PAGES_ORIGIN = `${APP_SCHEME}://pages`;
/** Name of the `meta` with which the UI's page says where its server is. */
export const SERVER_META = 'slipway-server';
