import type { Context as HonoContext } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { SECOND } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { hostCookie } from '../../platform/host-cookie.ts';
import { SESSION_AT_MOST_MS } from './resolve-session.ts';

/** Host-only: workspace hosts never see it. */
const attributes = (https: boolean) => ({ path: '/', httpOnly: true, secure: https, sameSite: 'Lax' as const });

/** It outlives an unused session, and then opens nothing. */
export function setSessionCookie(c: HonoContext, key: string, config: Pick<Config, 'https'>): void {
  const maxAge = SESSION_AT_MOST_MS / SECOND;
  setCookie(c, hostCookie(config, SESSION_COOKIE), key, { ...attributes(config.https), maxAge });
}

export function clearSessionCookie(c: HonoContext, config: Pick<Config, 'https'>): void {
  deleteCookie(c, hostCookie(config, SESSION_COOKIE), attributes(config.https));
}
