import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config.ts';
import { IDE_PORT, parseHost, schemeOf, type WorkspaceHost } from './host.ts';

/** A person opens the address in a tab: only then a redirect to the sign-in helps. */
export function isNavigation(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // Fetched ahead by the browser on a guess: nobody has come yet.
  if (/prefetch/.test(String(request.headers['sec-purpose'] ?? request.headers.purpose ?? ''))) return false;
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
  const from = parseHost(rest, config.workspaceDomain);
  if (scheme !== schemeOf(config) || from?.slug !== host.slug) return false;
  // A page that a program of the workspace serves may call its other ports, and not act in the IDE.
  return from.port === host.port || host.port !== IDE_PORT;
}

/** WebSockets are not held back by the same-origin policy: only a page of the same workspace may open one, the IDE's only itself. */
export function mayOpenSocket(
  request: IncomingMessage,
  host: WorkspaceHost,
  config: Pick<Config, 'workspaceDomain' | 'https'>,
): boolean {
  const { origin } = request.headers;
  if (host.port !== IDE_PORT) return origin !== undefined && isOwnOrigin(origin, host, config);
  const own = `${schemeOf(config)}://${request.headers.host ?? ''}`.toLowerCase();
  return origin?.toLowerCase() === own;
}
