import type { Context as HonoContext } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { SECOND } from '../../platform/clock.ts';
import { SESSION_LIFETIME_MS } from './resolve-session.ts';

/** Host-only: workspace hosts never see it (decisions §2.3). */
const attributes = (https: boolean) => ({ path: '/', httpOnly: true, secure: https, sameSite: 'Lax' as const });

export function setSessionCookie(c: HonoContext, key: string, https: boolean): void {
  setCookie(c, SESSION_COOKIE, key, { ...attributes(https), maxAge: SESSION_LIFETIME_MS / SECOND });
}

export function clearSessionCookie(c: HonoContext, https: boolean): void {
  deleteCookie(c, SESSION_COOKIE, attributes(https));
}
