import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config.ts';
import { parseHost, schemeOf, type WorkspaceHost } from './host.ts';

/** A person opens the address in a tab: only then a redirect to the sign-in helps. */
export function isNavigation(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const mode = request.headers['sec-fetch-mode'];
  if (mode) return mode === 'navigate' && (request.headers['sec-fetch-dest'] ?? 'document') === 'document';
  return String(request.headers.accept ?? '').includes('text/html');
}

/**
 * Workspaces are one site to a browser, so that SameSite=Lax does not keep one workspace's pages from calling another.
 * This does: a request that comes from a page counts as the person's own only when that page is of the same workspace.
 */
export function comesFromItself(
  request: IncomingMessage,
  host: WorkspaceHost,
  config: Pick<Config, 'workspaceDomain' | 'https'>,
): boolean {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== 'null') return isOwnOrigin(origin, host, config);
  if (origin === 'null' && request.method !== 'GET' && request.method !== 'HEAD') return false;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return isNavigation(request);
}

function isOwnOrigin(origin: string, host: WorkspaceHost, config: Pick<Config, 'workspaceDomain' | 'https'>): boolean {
  const [scheme, rest] = origin.split('://');
  return scheme === schemeOf(config) && parseHost(rest, config.workspaceDomain)?.slug === host.slug;
}

/** WebSockets are not held back by the same-origin policy: only a page of the very same host may open one. */
export function mayOpenSocket(request: IncomingMessage, config: Pick<Config, 'https'>): boolean {
  const own = `${schemeOf(config)}://${request.headers.host ?? ''}`.toLowerCase();
  return request.headers.origin?.toLowerCase() === own;
}
