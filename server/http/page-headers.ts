import type { MiddlewareHandler } from 'hono';
import type { Config } from '../platform/config.ts';
import { strictTransport } from './strict-transport.ts';

/** For files and a few words of text. Pages say their own, and a script's would be that of a worker made of it. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const PAGE_OR_SCRIPT = /^text\/(html|javascript)/;

/** What browsers are told with every answer beside the API: the UI's own, health, and the way into workspaces. */
export function pageHeaders(config: Config): MiddlewareHandler {
  const transport = strictTransport(config);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    if (transport) headers.set('Strict-Transport-Security', transport);
    if (!headers.has('Content-Security-Policy') && !PAGE_OR_SCRIPT.test(headers.get('Content-Type') ?? '')) {
      headers.set('Content-Security-Policy', NO_PAGE);
    }
  };
}
