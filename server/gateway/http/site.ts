import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config.ts';
import { IDE_PORT, parseHost, schemeOf, type WorkspaceHost } from './host.ts';

type SiteConfig = Pick<Config, 'workspaceDomain' | 'https'>;

/** A person opens the address in a tab: only then a redirect to the sign-in helps. */
export function isNavigation(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // Fetched ahead by the browser on a guess: nobody has come yet.
  if (/prefetch/.test(String(request.headers['sec-purpose'] ?? request.headers.purpose ?? ''))) return false;
  const mode = request.headers['sec-fetch-mode'];
  if (mode) return mode === 'navigate' && (request.headers['sec-fetch-dest'] ?? 'document') === 'document';
  return String(request.headers.accept ?? '').includes('text/html');
}

/** A browser asks, without anybody's cookies, whether a page of another origin may send the request it has in mind. */
export function isPreflight(request: IncomingMessage): boolean {
  const { origin, 'access-control-request-method': method } = request.headers;
  return request.method === 'OPTIONS' && origin !== undefined && method !== undefined;
}

/**
 * Workspaces are one site to a browser, so that SameSite=Lax does not keep one workspace's pages from calling another.
 * This does: a request that comes from a page counts as the person's own only when that page is of the same workspace.
 */
export function comesFromItself(request: IncomingMessage, host: WorkspaceHost, config: SiteConfig): boolean {
  const { origin, referer } = request.headers;
  if (origin !== undefined && origin !== 'null') return isOwnOrigin(origin, host, config);
  if (origin === 'null' && request.method !== 'GET' && request.method !== 'HEAD') return false;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  if (isNavigation(request)) return true;
  // Pictures, scripts and frames of another port have no Origin; no page can make up its Referer.
  const page = /^[a-z]+:\/\/[^/?#]+/.exec(referer ?? '')?.[0];
  return site === 'same-site' && origin === undefined && page !== undefined && isOwnOrigin(page, host, config);
}

/** May a page of this origin act on this host? One that a program serves may call the other ports, and not act in the IDE. */
export function isOwnOrigin(origin: string, host: WorkspaceHost, config: SiteConfig): boolean {
  const from = ownPort(origin, host.slug, config);
  return from !== null && (from === host.port || host.port !== IDE_PORT);
}

/** The port (7080 is the IDE's) of this workspace whose pages have this origin; null for pages of elsewhere. */
export function ownPort(origin: string, slug: string, config: SiteConfig): number | null {
  const [scheme, rest] = origin.split('://');
  const from = parseHost(rest, config.workspaceDomain);
  return scheme === schemeOf(config) && from?.slug === slug ? from.port : null;
}

/**
 * WebSockets are not held back by the same-origin policy: only a page of the same workspace may open one, the IDE's only
 * itself. Browsers always say where a page is from; a program that doesn't may come to a port with what it has to show.
 */
export function mayOpenSocket(request: IncomingMessage, host: WorkspaceHost, config: SiteConfig): boolean {
  const { origin } = request.headers;
  if (host.port !== IDE_PORT) return origin === undefined || isOwnOrigin(origin, host, config);
  const own = `${schemeOf(config)}://${request.headers.host ?? ''}`.toLowerCase();
  return origin?.toLowerCase() === own;
}
