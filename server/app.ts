import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { API_BASE } from '#shared/api/envelope.ts';
import { resolveSession } from './features/auth/index.ts';
import { refuseWhenReadOnly } from './features/billing/index.ts';
import type { Services } from './features/context.ts';
import { routes } from './features/routes.ts';
import type { AppEnvironment } from './features/routing.ts';
import { serveDocs } from './http/docs.ts';
import { failure, respondToError } from './http/errors.ts';
import { createMount, rejectInvalid } from './http/mount.ts';
import { provide } from './http/session.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** The API as a Hono app. Tests call it directly; `main.ts` listens with it. */
export function createApp(services: Services): OpenAPIHono<AppEnvironment> {
  const app = new OpenAPIHono<AppEnvironment>({ defaultHook: rejectInvalid }).basePath(API_BASE);
  app.use(secureHeaders());
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => c.json(failure('The request is too large.'), 413) }));
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await next();
  });
  app.use(provide(services, resolveSession));
  const mount = createMount(app, { checkResponses: services.config.development, guard: refuseWhenReadOnly });
  for (const register of routes) register(mount, app);
  serveDocs(app);
  app.notFound((c) => c.json(failure('There is no such call.'), 404));
  app.onError((error, c) => respondToError(error, c, services.log));
  return app;
}
