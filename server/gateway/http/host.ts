import { isWorkspacePort, PORTS } from '#shared/features/workspaces/model.ts';
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
const PORT_LABEL = /^(.+)-(\d+)$/;

/** Parses `<slug>.<workspace domain>[:port]` or `<slug>-<port>.…`; null for any other host. */
export function parseHost(host: string | undefined, workspaceDomain: string): WorkspaceHost | null {
  if (!host) return null;
  const hostname = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const domain = `.${workspaceDomain.toLowerCase()}`;
  if (!hostname.endsWith(domain)) return null;
  const label = hostname.slice(0, -domain.length);
  if (!LABEL.test(label)) return null;
  const [, slug, digits = ''] = PORT_LABEL.exec(label) ?? [];
  if (!slug) return { hostname, slug: label, port: IDE_PORT };
  const port = Number(digits);
  return isWorkspacePort(port) && String(port) === digits ? { hostname, slug, port } : null;
}

/** The port inside the container: a service's host name leads to its pages, not to a web IDE. */
export function portInside(target: Pick<GatewayTarget, 'httpPort'>, host: WorkspaceHost): number {
  return host.port === IDE_PORT ? (target.httpPort ?? IDE_PORT) : host.port;
}

/**
 * Is this port open for http? The IDE always, 3000 and 3030 as the workspace is set, and any other unless this is a
 * service.
 */
export function isOpenPort({ ports, httpPort }: Pick<GatewayTarget, 'ports' | 'httpPort'>, port: number): boolean {
  if (port === IDE_PORT) return true;
  const set = PORTS.find((each) => each === port);
  return set ? ports[set] === 'http' : httpPort === undefined;
}

/** May a certificate be fetched for this port's host name? Only where somebody asked for the port or saw it in use. */
export function isKnownPort(target: GatewayTarget, port: number): boolean {
  return isOpenPort(target, port) && isPortInUse(target, port);
}

/** Is this one of the ports that every workspace has, or one that somebody asked for or saw in use? */
export function isPortInUse({ otherPorts }: Pick<GatewayTarget, 'otherPorts'>, port: number): boolean {
  return port === IDE_PORT || PORTS.some((each) => each === port) || otherPorts?.includes(port) === true;
}

/** Who may visit this port, besides those who may open the workspace; nobody for the IDE. */
export function visitorsAt(
  target: Pick<GatewayTarget, 'ports' | 'httpPort' | 'visitors'>,
  port: number,
): PortVisitors | null {
  return (port !== IDE_PORT && isOpenPort(target, port) && target.visitors?.[port]) || null;
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
