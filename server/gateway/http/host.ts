import { PORTS } from '#shared/features/workspaces/model.ts';
import type { Config } from '../../platform/config.ts';
import type { GatewayTarget, PortVisitors } from '../directory.ts';

/** code-server's port on the container's loopback interface. */
export const IDE_PORT = 7080;

export interface WorkspaceHost {
  /** Without port, lower case. */
  hostname: string;
  slug: string;
  /** The port inside the container. */
  port: number;
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** No slug ends like this (`slugs()` sees to it). */
const PORT_LABEL = new RegExp(`^(.+)-(${PORTS.join('|')})$`);

/** Parses `<slug>.<workspace domain>[:port]` or `<slug>-3000.…`; null for any other host. */
export function parseHost(host: string | undefined, workspaceDomain: string): WorkspaceHost | null {
  if (!host) return null;
  const hostname = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const domain = `.${workspaceDomain.toLowerCase()}`;
  if (!hostname.endsWith(domain)) return null;
  const label = hostname.slice(0, -domain.length);
  if (!LABEL.test(label)) return null;
  const [, slug, port] = PORT_LABEL.exec(label) ?? [];
  return slug ? { hostname, slug, port: Number(port) } : { hostname, slug: label, port: IDE_PORT };
}

/** The port inside the container: a service's host name leads to its pages, not to a web IDE. */
export function portInside(target: Pick<GatewayTarget, 'httpPort'>, host: WorkspaceHost): number {
  return host.port === IDE_PORT ? (target.httpPort ?? IDE_PORT) : host.port;
}

/** Is this port open for http? The IDE always; other ports as the workspace is set. */
export function isOpenPort(ports: GatewayTarget['ports'], port: number): boolean {
  return port === IDE_PORT || PORTS.some((each) => each === port && ports[each] === 'http');
}

/** Who may visit this port, besides those who may open the workspace; nobody for the IDE. */
export function visitorsAt(target: Pick<GatewayTarget, 'ports' | 'visitors'>, port: number): PortVisitors | null {
  const inside = PORTS.find((each) => each === port);
  return (inside && target.ports[inside] === 'http' && target.visitors?.[inside]) || null;
}

export function schemeOf(config: Pick<Config, 'https'>): 'https' | 'http' {
  return config.https ? 'https' : 'http';
}

/** The public address of a workspace host. */
export function hostAddress(config: Pick<Config, 'https' | 'workspaceUrlSuffix'>, hostname: string): string {
  return `${schemeOf(config)}://${hostname}${config.workspaceUrlSuffix}`;
}

/** The public origin of one of a workspace's hosts; port 7080 is the web IDE's. */
export function portOrigin(
  config: Pick<Config, 'https' | 'workspaceDomain' | 'workspaceUrlSuffix'>,
  slug: string,
  port: number,
): string {
  const label = port === IDE_PORT ? slug : `${slug}-${port}`;
  return hostAddress(config, `${label}.${config.workspaceDomain}`);
}

/** A path (with query) that can't leave its host; `/` for anything else. */
export function safePath(path: string | null | undefined): string {
  if (!path || path.length > 8000 || !path.startsWith('/') || /^\/[/\\]/.test(path)) return '/';
  for (const character of path) if (character < '!' || character === '\\' || character === '\u007f') return '/';
  const probe = new URL(path, 'http://host.invalid');
  return probe.host === 'host.invalid' ? probe.pathname.replace(/^\/+/, '/') + probe.search : '/';
}
