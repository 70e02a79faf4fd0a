import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Route } from '#shared/api/route.ts';
import { API_BASE } from '#shared/api/wire.ts';
import { savePicture } from '#shared/features/profile/contract.ts';
import { sendSupportCase } from '#shared/features/support/contract.ts';
import type { ReadCounter } from './features/audit/count-reads.ts';
import { recordRefusal } from './features/audit/record-refusal.ts';
import { refuseOnBehalf } from './features/auth/refuse-on-behalf.ts';
import { refuseToken } from './features/auth/refuse-token.ts';
import { requireConfirmed } from './features/auth/require-confirmed.ts';
import { requireRole } from './features/auth/require-role.ts';
import { resolveSession } from './features/auth/resolve-session.ts';
import { refuseWhenReadOnly } from './features/billing/require-paid-up.ts';
import type { Dependencies } from './features/context.ts';
import { refuseBeyondReach } from './features/instances/reach.ts';
import { requireSetup } from './features/organizations/require-setup.ts';
import { routes } from './features/routes.ts';
import type { AppEnvironment } from './features/routing.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { serveDocs } from './http/docs.ts';
import { failure, respondToError } from './http/errors.ts';
import { KnownPathsRouter } from './http/known-paths-router.ts';
import { measure } from './http/measure.ts';
import { createMount, type Guard, rejectInvalid } from './http/mount.ts';
import { provide } from './http/session.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Routes whose body is a file. */
const UPLOADS: Route[] = [savePicture, sendSupportCase];

const tooLarge = (c: Context) => c.json(failure('The request is too large.'), 413);
const limitJson = bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: tooLarge });

/** JSON is small; a route that takes a file has a limit of its own. What a GET sends is never read. */
const limitBody: MiddlewareHandler = (c, next) => {
  if (c.req.method === 'GET') return next();
  const upload = c.req.method === 'POST' && UPLOADS.find(({ path }) => c.req.path === `${API_BASE}${path}`)?.upload;
  return upload ? bodyLimit({ maxSize: upload.maxBytes, onError: tooLarge })(c, next) : limitJson(c, next);
};

const guard: Guard = async (context, route, params) => {
  refuseOnBehalf(context, route);
  refuseToken(context, route);
  requireRole(context, route);
  await refuseBeyondReach(context, route, params);
  await requireConfirmed(context, route);
  await requireSetup(context, route);
  await refuseWhenReadOnly(context, route);
};

/** The API as a Hono app. Tests call it directly; `main.ts` listens with it. */
export function createApp(
  dependencies: Dependencies,
  { reads }: { reads?: ReadCounter } = {},
): OpenAPIHono<AppEnvironment> {
  const app = new OpenAPIHono<AppEnvironment>({ defaultHook: rejectInvalid, router: new KnownPathsRouter() }).basePath(
    API_BASE,
  );
  app.use(measure);
  app.use(answerHeaders(dependencies.config));
  app.use(limitBody);
  app.use(provide(dependencies, resolveSession));
  const mount = createMount(app, {
    checkResponses: dependencies.config.development,
    guard,
    answered: (context, route) => reads?.count(context, route, 'success'),
    refused: (context, refusal) => {
      reads?.count(context, refusal.route, 'failure');
      return recordRefusal(context, refusal);
    },
  });
  for (const register of routes) register(mount, app);
  serveDocs(app, dependencies.config.publicUrl);
  app.notFound((c) => c.json(failure('There is no such call.'), 404));
  app.onError((error, c) => respondToError(error, c, dependencies));
  return app;
}
