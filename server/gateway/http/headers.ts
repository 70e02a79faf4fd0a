import type { IncomingMessage } from 'node:http';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import type { Config } from '../../platform/config.ts';
import { maySetCookie, withoutOurs } from './cookies.ts';
import { schemeOf } from './host.ts';
import type { Names } from './names.ts';
import { withoutShareToken } from './share.ts';

/** For requests and answers alike; larger ones are refused with an explanation. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Headers about one connection only (RFC 9110 §7.6.1); never passed on as they are. */
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

/** Headers only we may set, or that are between the browser and us. */
const NOT_FOR_WORKSPACES = new Set([
  SESSION_HEADER.toLowerCase(),
  'forwarded',
  'via',
  'x-real-ip',
  'expect',
  'http2-settings',
]);

/** A Connection header can't make us drop these. */
const NEVER_NOMINATED = new Set(['host', 'content-length', 'cookie', 'set-cookie', 'content-type']);

/** Some servers merge trailers into the headers, so trailers must not carry framing, routing or credentials. */
const NEVER_TRAILERS = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'cookie',
  'host',
  'location',
  'origin',
  'referer',
  'set-cookie',
]);

const NONE: ReadonlySet<string> = new Set();

/** Lower-case names that a message's Connection header declares hop-by-hop. */
function nominated(connection: string | undefined): ReadonlySet<string> {
  if (!connection || connection === 'keep-alive' || connection === 'close') return NONE;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !NEVER_NOMINATED.has(name)));
}

/** The client's address: the peer, or the client that a trusted proxy in front saw. */
function clientAddress(request: IncomingMessage, config: Pick<Config, 'trustProxy'>): string {
  const forwarded = config.trustProxy ? String(request.headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').pop()?.trim() || request.socket.remoteAddress || 'unknown';
}

const isForwarded = (lower: string) => lower.startsWith('x-forwarded-') || NOT_FOR_WORKSPACES.has(lower);

export type RequestConfig = Pick<Config, 'https' | 'trustProxy' | 'workspaceUrlSuffix'>;

/** A request's headers as the container gets them, flat: name, value, name, value… */
export function requestHeaders(
  request: IncomingMessage,
  config: RequestConfig,
  names: Names | null,
  without: ReadonlySet<string> = NONE,
): string[] {
  const raw = request.rawHeaders;
  const dropped = nominated(request.headers.connection);
  const outside = request.headers.host ?? '';
  const headers = ['Host', names?.host ?? outside];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] as string;
    const lower = name.toLowerCase();
    if (lower === 'host' || HOP_BY_HOP.has(lower) || isForwarded(lower)) continue;
    if (dropped.has(lower) || without.has(lower)) continue;
    const value = requestValue(lower, raw[at + 1] as string, names);
    if (value || lower !== 'cookie') headers.push(name, value);
  }
  if (request.headers['transfer-encoding']) {
    headers.push('Transfer-Encoding', 'chunked');
    if (request.headers.trailer) headers.push('Trailer', request.headers.trailer);
  }
  if (request.headers.te?.includes('trailers')) headers.push('TE', 'trailers', 'Connection', 'TE');
  headers.push('X-Forwarded-For', clientAddress(request, config));
  headers.push('X-Forwarded-Proto', schemeOf(config), 'X-Forwarded-Host', outside);
  headers.push('X-Forwarded-Port', config.workspaceUrlSuffix.slice(1) || (config.https ? '443' : '80'));
  return headers;
}

function requestValue(lower: string, value: string, names: Names | null): string {
  if (lower === 'cookie') return withoutOurs(value);
  if (lower === 'origin') return names ? names.inward(lower, value) : value;
  if (lower !== 'referer') return value;
  const address = withoutShareToken(value);
  return names ? names.inward(lower, address) : address;
}

/** What decides which headers of an answer go on. */
export interface AnswerHead {
  /** Flat: name, value. */
  rawHeaders: readonly string[];
  headers: { connection?: string | undefined };
}

/** A container's answer headers as the browser gets them. */
export function responseHeaders(
  response: AnswerHead,
  hostname: string,
  names: Names | null,
  without: ReadonlySet<string> = NONE,
): string[] {
  const raw = response.rawHeaders;
  const dropped = nominated(response.headers.connection);
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] as string;
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || dropped.has(lower) || without.has(lower)) continue;
    const said = raw[at + 1] as string;
    const value = names ? names.outward(lower, said) : said;
    if (lower === 'set-cookie' && !maySetCookie(value, hostname)) continue;
    headers.push(name, value);
  }
  return headers;
}

/** Trailers of a chunked body, as pairs; none of them counts as a header. */
export function trailersOf({ rawTrailers }: Pick<IncomingMessage, 'rawTrailers'>): [string, string][] {
  const trailers: [string, string][] = [];
  for (let at = 0; at + 1 < rawTrailers.length; at += 2) {
    const name = rawTrailers[at] as string;
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || isForwarded(lower) || NEVER_TRAILERS.has(lower)) continue;
    trailers.push([name, rawTrailers[at + 1] as string]);
  }
  return trailers;
}
