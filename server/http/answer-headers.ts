import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from '../features/routing.ts';
import type { Config } from '../platform/config.ts';
import { strictTransport } from './strict-transport.ts';

/** Headers of every API answer, unless a handler sets others. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/**
 * Sets them on Node's own answer if there is one: as web headers they would cost more than the rest of a small call.
 */
export function answerHeaders(config: Config): MiddlewareHandler<AppEnvironment> {
  const transport = strictTransport(config);
  const lines = Object.entries({ ...HEADERS, ...(transport && { 'Strict-Transport-Security': transport }) });
  return async (c, next) => {
    const outgoing = c.env?.outgoing;
    if (outgoing) for (const [name, value] of lines) outgoing.setHeader(name, value);
    await next();
    if (!outgoing) for (const [name, value] of lines) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
