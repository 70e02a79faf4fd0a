import type { IncomingMessage } from 'node:http';

/** Carries the token of a port's public link in its address. */
export const SHARE_PARAMETER = 'slipway_share';
const PREFIX = `${SHARE_PARAMETER}=`;

/** Takes the token of a public link out of the request's address, so that no container ever sees it. */
export function takeShareToken(request: IncomingMessage): string | null {
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const pairs = rest.join('?').split('&');
  const token = pairs.find((pair) => pair.startsWith(PREFIX))?.slice(PREFIX.length);
  if (token === undefined) return null;
  const query = pairs.filter((pair) => !pair.startsWith(PREFIX)).join('&');
  request.url = query ? `${path}?${query}` : path;
  return token;
}
