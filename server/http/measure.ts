import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { noteAnswer } from '../platform/metrics.ts';

/** Times every answer of the API, for /metrics. */
export const measure: MiddlewareHandler = async (c, next) => {
  const begin = performance.now();
  await next();
  const { method } = c.req;
  noteAnswer({ method, route: routePath(c, -1), status: c.res.status }, (performance.now() - begin) / 1000);
};
