import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Route } from '#shared/api/route.ts';
import { SESSION_COOKIE, SESSION_HEADER } from '#shared/api/wire.ts';
import { recordEndedToken } from '../features/auth/record-ended-token.ts';
import type { Context, Dependencies, PublicContext } from '../features/context.ts';
import type { AppEnvironment, ResolveSession } from '../features/routing.ts';
import { clientAddress } from '../platform/client-address.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { hostCookie } from '../platform/host-cookie.ts';
import { knownLocale } from '../platform/translate.ts';

/** Puts what handlers need into the request's context. */
export function provide(dependencies: Dependencies, resolveSession: ResolveSession): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    c.set('dependencies', dependencies);
    c.set('resolveSession', resolveSession);
    c.set('origin', {
      ipAddress: clientAddress(
        c.req.header('x-forwarded-for'),
        c.env?.incoming?.socket?.remoteAddress,
        dependencies.config.trustProxy,
      ),
      userAgent: c.req.header('user-agent')?.slice(0, 300) ?? '',
      locale: knownLocale(c.req.header('accept-language')),
    });
    await next();
  };
}

const BEARER = /^Bearer +(\S+)$/i;

/** The key in `Authorization: Bearer`, as programs expect to send a token (RFC 6750). */
export function bearerOf(c: HonoContext): string | undefined {
  return BEARER.exec(c.req.header('authorization') ?? '')?.[1];
}

/**
 * The session key of a request: a header, else the cookie. The cookie counts for reads only (a POST from another site
 * could carry it) and never for a GET that changes state.
 */
export function sessionKey(
  c: HonoContext<AppEnvironment>,
  route: Pick<Route, 'method' | 'headerOnly'>,
): string | undefined {
  const header = c.req.header(SESSION_HEADER) ?? bearerOf(c);
  if (header) return header;
  return route.method === 'get' && !route.headerOnly
    ? getCookie(c, hostCookie(c.get('dependencies').config, SESSION_COOKIE))
    : undefined;
}

/** The verb's context. @throws Unauthenticated if the route needs a session and there is none */
export async function requireContext(
  c: HonoContext<AppEnvironment>,
  route: Route,
  resolve: ResolveSession = c.get('resolveSession'),
): Promise<Context | PublicContext> {
  const key = sessionKey(c, route);
  const dependencies = c.get('dependencies');
  const actor = key ? await resolve(dependencies, key) : null;
  const origin = c.get('origin');
  if (!actor) await recordEndedToken({ ...dependencies, origin }, key, `${route.method.toUpperCase()} ${route.path}`);
  if (route.access === 'session' && !actor) throw new Unauthenticated();
  return { ...dependencies, origin, actor };
}
