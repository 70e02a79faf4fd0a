import { z } from 'zod';
import { instant, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';

/** Consonants that no one confuses when reading aloud, and that spell no words (RFC 8628, 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** `BCDF-GHJK`, however it was typed: in lower case, without the dash, or with spaces. */
export function normalUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

const userCode = nameText(40);
const deviceCode = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w-]*$/);

/** What a program without a browser sends before anybody is signed in. */
export const startDeviceLoginBody = z.strictObject({
  /** The program that asks, such as `slipway`. */
  program: nameText(40),
  /** The computer it runs on. */
  computer: nameText(80),
});

export const startDeviceLogin = defineRoute({
  method: 'post',
  path: '/users/device-login/start',
  summary: 'Begin a login that the person allows in any browser (RFC 8628)',
  access: 'public',
  onBehalf: 'anyone',
  body: startDeviceLoginBody,
  response: successSchema.extend({
    /** The program’s secret, for `/users/device-login/poll`. */
    device_code: z.string(),
    /** Shown to the person, who compares or types it. */
    user_code: z.string(),
    verification_uri: z.string(),
    /** The same with the code filled in. */
    verification_uri_complete: z.string(),
    /** Seconds. */
    expires_in: z.number().int(),
    /** Seconds between two polls. */
    interval: z.number().int(),
  }),
});

/** What RFC 8628 answers until somebody is signed in. */
export const DEVICE_LOGIN_STATES = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'allowed',
] as const;

export const pollDeviceLogin = defineRoute({
  method: 'post',
  path: '/users/device-login/poll',
  summary: 'Has the person answered? Once allowed, this returns the session key, a single time',
  access: 'public',
  onBehalf: 'anyone',
  body: z.strictObject({ device_code: deviceCode }),
  response: successSchema.extend({
    state: z.enum(DEVICE_LOGIN_STATES),
    /** Seconds until the next poll; longer after `slow_down`. */
    interval: z.number().int(),
    /** Only with `allowed`. */
    sessionKey: z.string().nullable(),
  }),
});

export const deviceLoginSchema = z.object({
  user_code: z.string(),
  program: z.string(),
  computer: z.string(),
  /** Where the program asks from. */
  ip_address: z.string(),
  create_date: instant,
  expiry_date: instant,
});
export type DeviceLogin = z.infer<typeof deviceLoginSchema>;

export const getDeviceLogin = defineRead('/users/device-login', 'Who asks with this code, while nobody has answered', {
  scope: 'everything',
  query: z.strictObject({ user_code: userCode }),
  response: deviceLoginSchema,
});

/** Only the person, in their own session: it signs a program in as them. */
const answer = {
  scope: 'nobody',
  onBehalf: 'nobody',
  duringSetup: 1,
  whileReadOnly: true,
  body: z.strictObject({ user_code: userCode }),
  response: successSchema,
} as const;

export const allowDeviceLogin = defineChange(
  '/users/device-login/allow',
  'Sign in the program that shows this code',
  answer,
);
export const denyDeviceLogin = defineChange(
  '/users/device-login/deny',
  'Refuse the program that shows this code',
  answer,
);
