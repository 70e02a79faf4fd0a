import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Route, RouteParsed, RouteResponse } from '#shared/api/route.ts';
import type { Actor, Context, Origin, PublicContext, Services } from './context.ts';

/** Session key or API token → who is asking; null when it is not (or no longer) good. */
export type ResolveSession<Who extends Actor = Actor> = (services: Services, key: string) => Promise<Who | null>;

export interface AppEnvironment {
  Variables: {
    services: Services;
    origin: Origin;
    resolveSession: ResolveSession;
    /** What the verb of a route of the contract receives. */
    context: Context | PublicContext;
  };
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string } };
    outgoing?: { setHeader(name: string, value: string): unknown };
  };
}

/** A handler gets the context its route's access promises, the parsed input, and for cookies and streams the raw one. */
export type Handler<R extends Route, Who extends Actor = Actor> = (
  context: R['access'] extends 'session' ? Context & { actor: Who } : PublicContext,
  input: RouteParsed<R>,
  c: HonoContext<AppEnvironment>,
) => Promise<RouteResponse<R> | Response>;

/** Serves one route of the contract. `resolve` finds more of who is asking, in place of what is found for every route. */
export type Mount = <R extends Route, Who extends Actor = Actor>(
  route: R,
  handler: Handler<R, Who>,
  resolve?: ResolveSession<Who>,
) => void;

/** A slice's `routes.ts`. `app` is for the few answers that are no JSON. */
export type RegisterRoutes = (mount: Mount, app: OpenAPIHono<AppEnvironment>) => void;
