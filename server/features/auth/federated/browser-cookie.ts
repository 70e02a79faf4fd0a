import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { SECOND } from '../../../platform/clock.ts';
import { newToken } from '../../../platform/ids.ts';
import { STATE_LIFETIME_MS } from './begin-federated.ts';

const COOKIE = 'slipway_browser';

/** What ties a federated sign-in to the browser that began it. */
export function browserOf(c: HonoContext): string | undefined {
  return getCookie(c, COOKIE);
}

/** The same for several tabs, so that one does not undo the other. */
export function markBrowser(c: HonoContext, https: boolean): string {
  const known = browserOf(c);
  const value = known && /^[\w-]{43}$/.test(known) ? known : newToken();
  const maxAge = (2 * STATE_LIFETIME_MS) / SECOND;
  setCookie(c, COOKIE, value, { path: '/', httpOnly: true, secure: https, sameSite: 'Lax', maxAge });
  return value;
}
