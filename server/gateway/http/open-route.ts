import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { SESSION_COOKIE, SESSION_HEADER } from '#shared/api/wire.ts';
import { hostCookie } from '../../platform/host-cookie.ts';
import { knownLocale } from '../../platform/translate.ts';
import { OPEN_PATH, type OpenContext, type OpenSession, openWorkspace, tellWay } from './open.ts';

/**
 * `GET /open`, for the UI's origin: browsers come with the session cookie, the UI's page with the session's key, so that
 * it leads inside also where the cookie has gone.
 */
export function createOpenRoute<S>(
  input: S & OpenContext & { resolveSession(services: S, key: string): Promise<OpenSession | null> },
): Hono {
  return new Hono().get(OPEN_PATH, async (c) => {
    const told = c.req.header(SESSION_HEADER);
    const key = told ?? getCookie(c, hostCookie(input.config, SESSION_COOKIE));
    const session = key ? await input.resolveSession(input, key) : null;
    const query = { host: c.req.query('host'), path: c.req.query('path') };
    if (told !== undefined) return tellWay(input, session, query);
    return openWorkspace(input, session, { ...query, locale: knownLocale(c.req.header('accept-language')) });
  });
}
