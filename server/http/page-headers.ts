import type { MiddlewareHandler } from 'hono';
import type { Config } from '../platform/config.ts';
import { strictTransport } from './strict-transport.ts';

/** For files and short texts. Pages set their own; a script's policy would apply to a worker made from it. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const PAGE_OR_SCRIPT = /^text\/(html|javascript)/;

/** Headers of every answer outside the API: the UI, health, and `/open`. */
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
