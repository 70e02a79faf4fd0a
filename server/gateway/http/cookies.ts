import { SESSION_COOKIE } from '#shared/api/wire.ts';
import type { Config } from '../../platform/config.ts';

const PLAIN = 'slipway_ticket';
/** `__Host-` cookies can't be planted by a sibling host; they need https. */
const GUARDED = `__Host-${PLAIN}`;
/** Over http a sibling host can plant cookies with the plain name, so look at a few before giving up. */
const MAX_TICKETS = 4;
const SHARE = 'slipway_share';
const GUARDED_SHARE = `__Host-${SHARE}`;
/** Set by `opening-script.js`. */
const OPENED = 'slipway_opened';
const OURS = new Set([
  PLAIN,
  GUARDED,
  SHARE,
  GUARDED_SHARE,
  OPENED,
  SESSION_COOKIE,
  `__Host-${SESSION_COOKIE}`,
  `__Secure-${SESSION_COOKIE}`,
]);

export function ticketCookie(config: Pick<Config, 'https'>, token: string): string {
  return hostCookie(config, config.https ? GUARDED : PLAIN, token, 30 * 24 * 3600);
}

/** Carries the token of a port's public link for as long as the link lives. */
export function shareCookie(config: Pick<Config, 'https'>, token: string, maxAgeSeconds: number): string {
  return hostCookie(config, config.https ? GUARDED_SHARE : SHARE, token, maxAgeSeconds);
}

function hostCookie(config: Pick<Config, 'https'>, name: string, token: string, maxAgeSeconds: number): string {
  return `${name}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${config.https ? '; Secure' : ''}`;
}

function nameOf(pair: string): string {
  const at = pair.indexOf('=');
  return (at < 0 ? pair : pair.slice(0, at)).trim();
}

/** The ticket tokens a browser sent. */
export function ticketTokens(config: Pick<Config, 'https'>, header: string | undefined): string[] {
  return tokensOf(config.https ? GUARDED : PLAIN, header);
}

/** The public link tokens a browser sent. */
export function shareTokens(config: Pick<Config, 'https'>, header: string | undefined): string[] {
  return tokensOf(config.https ? GUARDED_SHARE : SHARE, header);
}

function tokensOf(wanted: string, header: string | undefined): string[] {
  if (!header?.includes(wanted)) return [];
  return header
    .split(';')
    .filter((pair) => nameOf(pair) === wanted)
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .filter((token) => token.length > 0 && token.length <= 100)
    .slice(0, MAX_TICKETS);
}

/** Did our own page lead here, a moment ago? */
export function wasOpened(header: string | undefined): boolean {
  return tokensOf(OPENED, header).length > 0;
}

/** The Cookie header without our own cookies; empty if nothing is left. */
export function withoutOurs(header: string): string {
  if (!header.includes('slipway_')) return header;
  return header
    .split(';')
    .filter((pair) => !OURS.has(nameOf(pair)))
    .join(';')
    .trim();
}

/** May a workspace set this cookie? Not above its own host, and not under our names. */
export function maySetCookie(header: string, hostname: string): boolean {
  const [pair = '', ...attributes] = header.split(';');
  if (OURS.has(nameOf(pair))) return false;
  return attributes.every((attribute) => {
    if (nameOf(attribute).toLowerCase() !== 'domain') return true;
    const domain = attribute
      .slice(attribute.indexOf('=') + 1)
      .trim()
      .toLowerCase()
      .replace(/^\./, '');
    return domain === '' || domain === hostname || domain.endsWith(`.${hostname}`);
  });
}
