import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from '../features/routing.ts';

/** What browsers are told with every answer of the API, unless a handler says otherwise. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};
const LINES = Object.entries(HEADERS);

/** Puts them on Node's own answer where there is one: as web headers they would cost more than the rest of a small call. */
export const answerHeaders: MiddlewareHandler<AppEnvironment> = async (c, next) => {
  const outgoing = c.env?.outgoing;
  if (outgoing) for (const [name, value] of LINES) outgoing.setHeader(name, value);
  await next();
  if (!outgoing) for (const [name, value] of LINES) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
};
