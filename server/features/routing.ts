import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Route, RouteParsed, RouteResponse } from '#shared/api/route.ts';
import type { Actor, Context, Dependencies, Origin, PublicContext } from './context.ts';

/** Session key or API token → who is asking; null if it isn't valid, or no longer. */
export type ResolveSession<Who extends Actor = Actor> = (
  dependencies: Dependencies,
  key: string,
) => Promise<Who | null>;

export interface AppEnvironment {
  Variables: {
    dependencies: Dependencies;
    origin: Origin;
    resolveSession: ResolveSession;
    /** What the verb of a contract route receives. */
    context: Context | PublicContext;
  };
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string } };
    outgoing?: { setHeader(name: string, value: string): unknown };
  };
}

/**
 * A handler gets the context its route's access promises, the parsed input, and the raw request for cookies and
 * streams.
 */
export type Handler<R extends Route, Who extends Actor = Actor> = (
  context: R['access'] extends 'session' ? Context & { actor: Who } : PublicContext,
  input: RouteParsed<R>,
  c: HonoContext<AppEnvironment>,
) => Promise<RouteResponse<R> | Response>;

/** Serves one route of the contract. `resolve` finds more about who is asking than the default does. */
export type Mount = <R extends Route, Who extends Actor = Actor>(
  route: R,
  handler: Handler<R, Who>,
  resolve?: ResolveSession<Who>,
) => void;

/** A slice's `routes.ts`. `app` is for the few answers that aren't JSON. */
export type RegisterRoutes = (mount: Mount, app: OpenAPIHono<AppEnvironment>) => void;

/** What a change answers: that it was made, in words. */
export const done = (message: string) => ({ success: true as const, message });

/** Handles a change to what the path's parameter names: `verb` makes it, and `message` is the answer. */
export function changing<Name extends string>(
  parameter: Name,
  verb: (context: Context, input: { id: string }) => Promise<unknown>,
  message: string,
) {
  return async (context: Context, { params }: { params: Record<Name, string> }) => {
    await verb(context, { id: params[parameter] });
    return done(message);
  };
}
