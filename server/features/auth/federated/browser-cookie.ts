import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { SECOND } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { hostCookie } from '../../../platform/host-cookie.ts';
import { newToken } from '../../../platform/ids.ts';
import { STATE_LIFETIME_MS } from './begin-federated.ts';

const COOKIE = 'slipway_browser';

/** Ties a federated sign-in to the browser that began it. */
export function browserOf(c: HonoContext, config: Pick<Config, 'https'>): string | undefined {
  return getCookie(c, hostCookie(config, COOKIE));
}

/** The same for several tabs, so that they don't cancel each other. */
export function markBrowser(c: HonoContext, config: Pick<Config, 'https'>): string {
  const known = browserOf(c, config);
  const value = known && /^[\w-]{43}$/.test(known) ? known : newToken();
  const maxAge = (2 * STATE_LIFETIME_MS) / SECOND;
  const attributes = { path: '/', httpOnly: true, secure: config.https, sameSite: 'Lax' as const, maxAge };
  setCookie(c, hostCookie(config, COOKIE), value, attributes);
  return value;
}
