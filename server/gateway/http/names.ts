import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config.ts';
import type { GatewayTarget } from '../directory.ts';
import { IDE_PORT, isPortInUse, portOrigin, type WorkspaceHost } from './host.ts';
import { ownPort } from './site.ts';

export type NamingConfig = Pick<Config, 'https' | 'workspaceDomain' | 'workspaceUrlSuffix'>;

/** Development servers refuse hosts they don't know, so we tell them the one they have on a laptop. */
const LOOPBACK = /^(?:https?:)?\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0):(\d{1,5})(?=[/?#]|$)/i;
const LOCAL_DOMAIN = /;\s*domain\s*=\s*\.?(?:localhost|127\.0\.0\.1)\s*(?=;|$)/gi;
const REFRESH = /^(\s*\d[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?)(.+)$/is;

/** Translates host names for a program that is addressed as `localhost:<port>`, in every header that names a host. */
export interface Names {
  /** `localhost:3000` */
  host: string;
  /** Set by the browser: Origin and Referer. */
  inward(name: 'origin' | 'referer', value: string): string;
  /** Set by the program: an answer's header, by its lower-case name. */
  outward(name: string, value: string): string;
}

/** Null if the program sees the public host: the web IDE, services, and ports set to that. */
export function namesOf(
  request: IncomingMessage,
  host: WorkspaceHost,
  target: Pick<GatewayTarget, 'passHost' | 'otherPorts'>,
  config: NamingConfig,
): Names | null {
  if (host.port === IDE_PORT || target.passHost?.some((port) => port === host.port)) return null;
  const local = `localhost:${host.port}`;
  const { origin } = request.headers;

  // A port nobody has used here is the reader's own: command lines have their sign-in come back to them there.
  function addressOutside(value: string): string {
    const [loopback, named] = LOOPBACK.exec(value) ?? [];
    const port = Number(named);
    return loopback && String(port) === named && port !== IDE_PORT && isPortInUse(target, port)
      ? portOrigin(config, host.slug, port) + value.slice(loopback.length)
      : value;
  }

  return {
    host: local,
    // Frameworks compare Origin with Host (Django, gorilla, webpack-dev-server), so a page's own origin follows Host.
    // Other ports' origins stay, because people copied those from their address bar into their program's allowlist.
    inward(name, value) {
      const [, from, rest] = /^([a-z]+:\/\/[^/?#]+)(.*)$/i.exec(value) ?? [];
      if (!from || (name === 'origin' && rest)) return value;
      return ownPort(from, host.slug, config) === host.port ? `http://${local}${rest ?? ''}` : value;
    },
    outward(name, value) {
      switch (name) {
        case 'location':
        case 'content-location':
          return addressOutside(value);
        case 'refresh': {
          const [, before, address] = REFRESH.exec(value) ?? [];
          return address ? before + addressOutside(address) : value;
        }
        case 'access-control-allow-origin':
          // `http://localhost:3000` allows that port's page here, and a laptop's page if that is who asks.
          return origin && value !== origin && addressOutside(value) === origin ? origin : value;
        case 'set-cookie':
          return value.replace(LOCAL_DOMAIN, '');
        default:
          return value;
      }
    },
  };
}
