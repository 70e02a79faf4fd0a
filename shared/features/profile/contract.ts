import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';
import { passwordSchema, usernameSchema } from '../auth/model.ts';

const requiredName = z.string().trim().min(1, 'validation.required').max(120);

/** Is this a zone of the tz database, as `Europe/Vienna`? Plain offsets are not: they know no summer time. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const updateProfileBody = z.strictObject({
  first_name: requiredName,
  last_name: requiredName,
  username: usernameSchema,
  /** Name in the tz database; null follows the browser. */
  time_zone: z.string().max(64).refine(isTimeZone, 'validation.timeZone').nullable(),
});

export const updateProfile = defineRoute({
  method: 'post',
  path: '/profile/update',
  summary: 'Change the signed-in person’s names and time zone',
  access: 'session',
  whileReadOnly: true,
  body: updateProfileBody,
  response: successSchema,
});

export const changePasswordBody = z.strictObject({
  current_password: z.string().min(1, 'validation.required').max(200),
  password: passwordSchema,
  password_repeat: z.string().max(200),
});

export const changePassword = defineRoute({
  method: 'post',
  path: '/profile/change-password',
  summary: 'Change the password; all other sessions of the person end',
  access: 'session',
  whileReadOnly: true,
  body: changePasswordBody,
  response: successSchema,
});

export const sessionSchema = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  create_date: instant,
  /** Exact to the day: a session is renewed at most that often. */
  last_seen: instant,
});
export type Session = z.infer<typeof sessionSchema>;

export const listSessions = defineRoute({
  method: 'get',
  path: '/profile/sessions',
  summary: 'Where the person is signed in, the asking session first',
  access: 'session',
  response: z.object({ sessions: z.array(sessionSchema) }),
});

export const endSession = defineRoute({
  method: 'post',
  path: '/profile/sessions/{sessionID}/end',
  summary: 'End one session of the person',
  access: 'session',
  whileReadOnly: true,
  params: z.object({ sessionID: idParam }),
  response: successSchema,
});

export const endOtherSessions = defineRoute({
  method: 'post',
  path: '/profile/sessions/end-others',
  summary: 'End all sessions of the person but the asking one',
  access: 'session',
  whileReadOnly: true,
  response: successSchema,
});
