import type { IncomingMessage } from 'node:http';

type Asked = Partial<Pick<IncomingMessage, 'method' | 'url'>> & { remoteAddress?: string };

/** A message with these headers, as Node's server delivers it; by default a GET of `/`. */
export function asked(
  headers: Record<string, string>,
  { method = 'GET', url = '/', remoteAddress }: Asked = {},
): IncomingMessage {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const rawHeaders = Object.entries(headers).flat();
  return {
    ...{ method, url, rawHeaders, headers: Object.fromEntries(lower), socket: { remoteAddress } },
  } as unknown as IncomingMessage;
}
