import type { IncomingMessage } from 'node:http';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import type { Config } from '../../platform/config.ts';
import { maySetCookie, withoutOurs } from './cookies.ts';
import { schemeOf } from './host.ts';

/** Headers that concern one connection only (RFC 9110 §7.6.1); they are never passed on as they are. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What only we may say of a request, or what is between the browser and us. */
const NOT_FOR_WORKSPACES = new Set([
  SESSION_HEADER.toLowerCase(),
  'forwarded',
  'via',
  'x-real-ip',
  'expect',
  'http2-settings',
]);

/** A Connection header can't talk us out of passing these on. */
const NEVER_NOMINATED = new Set(['host', 'content-length', 'cookie', 'set-cookie', 'content-type']);

const NONE: ReadonlySet<string> = new Set();

/** Lower-cased names that a message's Connection header declares to be hop-by-hop. */
function nominated(connection: string | undefined): ReadonlySet<string> {
  if (!connection || connection === 'keep-alive' || connection === 'close') return NONE;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !NEVER_NOMINATED.has(name)));
}

/** Address of the client: the peer, or with a trusted proxy in front, whom that proxy saw. */
function clientAddress(request: IncomingMessage, config: Pick<Config, 'trustProxy'>): string {
  const forwarded = config.trustProxy ? String(request.headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').pop()?.trim() || request.socket.remoteAddress || 'unknown';
}

/** A request's headers as the container gets them, flat: name, value, name, value… */
export function requestHeaders(request: IncomingMessage, config: Pick<Config, 'https' | 'trustProxy'>): string[] {
  const raw = request.rawHeaders;
  const dropped = nominated(request.headers.connection);
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || NOT_FOR_WORKSPACES.has(lower) || dropped.has(lower)) continue;
    if (lower.startsWith('x-forwarded-')) continue;
    if (lower === 'cookie') {
      const cookies = withoutOurs(value);
      if (cookies) headers.push(name, cookies);
      continue;
    }
    headers.push(name, value);
  }
  if (request.headers['transfer-encoding']) headers.push('Transfer-Encoding', 'chunked');
  headers.push('X-Forwarded-For', clientAddress(request, config));
  headers.push('X-Forwarded-Proto', schemeOf(config), 'X-Forwarded-Host', request.headers.host ?? '');
  return headers;
}

/** A container's answer as the browser gets it. */
export function responseHeaders(response: IncomingMessage, hostname: string): string[] {
  const raw = response.rawHeaders;
  const dropped = nominated(response.headers.connection);
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || dropped.has(lower)) continue;
    if (lower === 'set-cookie' && !maySetCookie(value, hostname)) continue;
    headers.push(name, value);
  }
  return headers;
}
