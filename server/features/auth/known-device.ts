import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { DAY, SECOND } from '../../platform/clock.ts';
import { hostCookie } from '../../platform/host-cookie.ts';
import { newToken } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';

const COOKIE = 'slipway_device';
const LIFETIME_MS = 365 * DAY;
const MOST_USERS = 5;
const LONGEST = 1000;

const deviceSchema = z.strictObject({ device: z.string(), users: z.array(z.string()) });
type DeviceDependencies = Pick<Dependencies, 'config' | 'secrets'>;

/** The encrypted cookie as received; undefined without one. */
export function deviceOf(c: HonoContext, { config }: DeviceDependencies): string | undefined {
  return getCookie(c, hostCookie(config, COOKIE));
}

/**
 * Identifies the browser if the user has signed in from it before; null for everybody else. Its failures are counted
 * separately, so that a stranger's wrong passwords don't lock the user out (OWASP's device cookies). It lets nobody in.
 */
export function knownDevice(
  { secrets }: DeviceDependencies,
  cookie: string | undefined,
  userId: string,
): string | null {
  const known = openDevice(secrets, cookie);
  return known?.users.includes(userId) ? known.device : null;
}

/** Marks the browser as known for this user, beside the last few others who signed in there. */
export function rememberDevice(c: HonoContext, dependencies: DeviceDependencies, userId: string): void {
  const { config, secrets } = dependencies;
  const { device, users } = openDevice(secrets, deviceOf(c, dependencies)) ?? { device: newToken(), users: [] };
  const latest = [userId, ...users.filter((id) => id !== userId)].slice(0, MOST_USERS);
  setCookie(c, hostCookie(config, COOKIE), secrets.seal(JSON.stringify({ device, users: latest })), {
    path: '/',
    httpOnly: true,
    secure: config.https,
    sameSite: 'Strict',
    maxAge: LIFETIME_MS / SECOND,
  });
}

function openDevice(
  secrets: Dependencies['secrets'],
  cookie: string | undefined,
): z.output<typeof deviceSchema> | null {
  if (!cookie || cookie.length > LONGEST) return null;
  try {
    return deviceSchema.parse(JSON.parse(secrets.open(cookie)));
  } catch {
    return null;
  }
}
