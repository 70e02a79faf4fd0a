import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { hostCookie } from '../../platform/host-cookie.ts';
import { knownLocale } from '../../platform/translate.ts';
import { OPEN_PATH, type OpenContext, type OpenSession, openWorkspace } from './open.ts';

/** `GET /open`, for the UI's origin, where the session cookie is. */
export function createOpenRoute<S>(
  input: S & OpenContext & { resolveSession(services: S, key: string): Promise<OpenSession | null> },
): Hono {
  return new Hono().get(OPEN_PATH, async (c) => {
    const key = getCookie(c, hostCookie(input.config, SESSION_COOKIE));
    const session = key ? await input.resolveSession(input, key) : null;
    const locale = knownLocale(c.req.header('accept-language'));
    return openWorkspace(input, session, { host: c.req.query('host'), path: c.req.query('path'), locale });
  });
}
