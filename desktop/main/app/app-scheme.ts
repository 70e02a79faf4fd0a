import { protocol } from 'electron';
import { APP_SCHEME } from '#shared/desktop/origins.ts';

/** Gives our pages what a page on the web has: an origin, storage, fetch, cached code. Must run before Electron is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}
