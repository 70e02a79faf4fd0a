import type { IncomingMessage } from 'node:http';

/** The query parameter with a public link's token. */
export const SHARE_PARAMETER = 'slipway_share';
const PREFIX = `${SHARE_PARAMETER}=`;

/** Takes a public link's token out of the request's address, so that no container ever sees it. */
export function takeShareToken(request: IncomingMessage): string | null {
  const url = request.url ?? '/';
  if (!url.includes(PREFIX)) return null;
  const token = queryOf(url)
    .find((pair) => pair.startsWith(PREFIX))
    ?.slice(PREFIX.length);
  request.url = withoutShareToken(url);
  return token ?? null;
}

/** An address, or its path and query, without the token. */
export function withoutShareToken(url: string): string {
  if (!url.includes(PREFIX)) return url;
  const at = url.indexOf('?');
  if (at < 0) return url;
  const query = queryOf(url).filter((pair) => !pair.startsWith(PREFIX));
  return query.length > 0 ? `${url.slice(0, at)}?${query.join('&')}` : url.slice(0, at);
}

function queryOf(url: string): string[] {
  const at = url.indexOf('?');
  return at < 0 ? [] : url.slice(at + 1).split('&');
}
