import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Session } from 'electron';
import { APP_ORIGIN } from './origins.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

interface ServeOptions {
  /** The server's origin; null for the session of the app's own pages. */
  origin: string | null;
  /** The web build inside the app, and the app's own pages. */
  webFolder: string;
  pagesFolder: string;
  /** Called on each attempt to reach the server. */
  onServer: (reached: boolean) => void;
}

/**
 * Answers a session's requests: pages and assets of the server's origin come from the app itself, so that the UI is
 * there before the network is and no remote code meets the preload script. API calls go through to the server.
 */
export function serveUi(session: Session, { origin, webFolder, pagesFolder, onServer }: ServeOptions): void {
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.origin === APP_ORIGIN) return (await fromFolder(pagesFolder, url.pathname, pagesPolicy())) ?? missing();
    if (url.origin !== origin) return passOn(session, request);
    if (request.method === 'GET') {
      const policy = uiPolicy(url);
      const isPage = request.headers.get('accept')?.includes('text/html') && !url.pathname.startsWith('/api/');
      const local = await fromFolder(webFolder, isPage ? '/index.html' : url.pathname, policy);
      if (local) return local;
    }
    return passOn(session, request).then(
      (response) => {
        onServer(true);
        return response;
      },
      (error) => {
        onServer(false);
        throw error;
      },
    );
  };
  session.protocol.handle('https', answer);
  if (origin?.startsWith('http:')) session.protocol.handle('http', answer);
}

function passOn(session: Session, request: Request): Promise<Response> {
  return session.fetch(request, { bypassCustomProtocolHandlers: true });
}

async function fromFolder(folder: string, pathname: string, policy: string): Promise<Response | null> {
  const file = path.join(folder, path.posix.normalize(decodeURIComponent(pathname)));
  const type = TYPES[path.extname(file)];
  if (!type || !file.startsWith(folder + path.sep)) return null;
  const body = await readFile(file).catch(() => null);
  if (!body) return null;
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
  return new Response(new Uint8Array(body), { headers });
}

const missing = () => new Response('There is no such page.', { status: 404 });

const COMMON = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

function pagesPolicy(): string {
  return ["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", ...COMMON].join('; ');
}

/** The web's own policy (server/http/web.ts), without inline scripts and with the server's live connection. */
function uiPolicy({ host, protocol }: URL): string {
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  return [
    "default-src 'self'",
    "script-src 'self' https://js.stripe.com",
    'frame-src https://js.stripe.com https://hooks.stripe.com',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${socket} https://api.stripe.com`,
    ...COMMON,
  ].join('; ');
}
