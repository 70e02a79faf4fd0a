import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config.ts';
import { IDE_PORT, parseHost, schemeOf, type WorkspaceHost } from './host.ts';

type SiteConfig = Pick<Config, 'workspaceDomain' | 'https'>;

/** A person opens the address in a tab; only then does a redirect to sign-in help. */
export function isNavigation(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // The browser prefetches on a guess: nobody has visited yet.
  if (/prefetch/.test(String(request.headers['sec-purpose'] ?? request.headers.purpose ?? ''))) return false;
  const mode = request.headers['sec-fetch-mode'];
  if (mode) return mode === 'navigate' && (request.headers['sec-fetch-dest'] ?? 'document') === 'document';
  return String(request.headers.accept ?? '').includes('text/html');
}

/** A browser asks, without cookies, whether a page from another origin may send a request. */
export function isPreflight(request: IncomingMessage): boolean {
  const { origin, 'access-control-request-method': method } = request.headers;
  return request.method === 'OPTIONS' && origin !== undefined && method !== undefined;
}

/**
 * Browsers treat all workspaces as one site, so SameSite=Lax doesn't keep one workspace's pages from calling another.
 * This does: a request from a page counts as the person's own only if that page belongs to the same workspace.
 */
export function comesFromItself(request: IncomingMessage, host: WorkspaceHost, config: SiteConfig): boolean {
  const { origin, referer } = request.headers;
  if (origin !== undefined && origin !== 'null') return isOwnOrigin(origin, host, config);
  if (origin === 'null' && request.method !== 'GET' && request.method !== 'HEAD') return false;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  if (isNavigation(request)) return true;
  // Pictures, scripts and frames of another port have no Origin, and no page can forge its Referer.
  const page = /^[a-z]+:\/\/[^/?#]+/.exec(referer ?? '')?.[0];
  return site === 'same-site' && origin === undefined && page !== undefined && isOwnOrigin(page, host, config);
}

/** May a page of this origin act on this host? A program's page may call the other ports, but not act in the IDE. */
export function isOwnOrigin(origin: string, host: WorkspaceHost, config: SiteConfig): boolean {
  const from = ownPort(origin, host.slug, config);
  return from !== null && (from === host.port || host.port !== IDE_PORT);
}

/** The port of this workspace (7080 is the IDE's) whose pages have this origin; null for pages from elsewhere. */
export function ownPort(origin: string, slug: string, config: SiteConfig): number | null {
  const [scheme, rest] = origin.split('://');
  const from = parseHost(rest, config.workspaceDomain);
  return scheme === schemeOf(config) && from?.slug === slug ? from.port : null;
}

/**
 * The same-origin policy doesn't cover WebSockets, so only a page of the same workspace may open one, and only the
 * IDE's own page one to the IDE. Browsers always send Origin; a program without one may connect to a port with its
 * credentials.
 */
export function mayOpenSocket(request: IncomingMessage, host: WorkspaceHost, config: SiteConfig): boolean {
  const { origin } = request.headers;
  if (host.port !== IDE_PORT) return origin === undefined || isOwnOrigin(origin, host, config);
  const own = `${schemeOf(config)}://${request.headers.host ?? ''}`.toLowerCase();
  return origin?.toLowerCase() === own;
}
