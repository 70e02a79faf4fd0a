import path from 'node:path';
import type { Session } from 'electron';
import { APP_SCHEME, PAGES_ORIGIN, UI_ORIGIN } from '#shared/desktop/origins.ts';
import { forwardCall } from './forward-call.ts';
import { isServerPath } from './origins.ts';
import { PAGES_POLICY, uiPolicy } from './page-policies.ts';
import { readPage, readUi } from './read-page.ts';

interface ServeOptions {
  /** The server's origin; null for the session of the app's own pages. */
  server: string | null;
  /** The web build inside the app, and the app's own pages. */
  webFolder: string;
  pagesFolder: string;
  /** Called on each attempt to reach the server. */
  onServer: (reached: boolean) => void;
}

/**
 * Answers the app's own scheme, and nothing else, so that Chromium does the rest as in any browser. Pages come from the
 * app itself: the UI is there before the network is, and no remote code meets the preload script. API calls go through
 * to the server.
 */
export function serveUi(session: Session, { server, webFolder, pagesFolder, onServer }: ServeOptions): void {
  const send: typeof fetch = (input, init) => session.fetch(input as string, init);
  session.protocol.handle(APP_SCHEME, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.url.startsWith(`${PAGES_ORIGIN}/`)) {
      return (await readPage(pagesFolder, pathname, PAGES_POLICY)) ?? missing();
    }
    if (server === null || !request.url.startsWith(`${UI_ORIGIN}/`)) return missing();
    const isDocument = request.headers.get('accept')?.includes('text/html');
    if (isServerPath(pathname)) {
      // No page of ours is there, so whoever wants one is sent by somebody else.
      if (isDocument) return missing();
      return forwardCall(send, server, request).then(
        (response) => {
          onServer(true);
          return response;
        },
        (error) => {
          onServer(request.signal.aborted);
          throw error;
        },
      );
    }
    const policy = uiPolicy(server);
    if (isDocument || !path.extname(pathname)) return readUi(webFolder, server, policy);
    return (await readPage(webFolder, pathname, policy)) ?? missing();
  });
}

const missing = () =>
  new Response('There is no such page.', { status: 404, headers: { 'Content-Type': 'text/plain' } });
