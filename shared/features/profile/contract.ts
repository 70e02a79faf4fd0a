import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';
import { themeSchema } from '../auth/contract.ts';
import { providerSchema } from '../auth/federated.ts';
import { passwordSchema, usernameSchema } from '../auth/model.ts';

const requiredName = nameText(120);

/**
 * Is this a zone of the tz database, such as `Europe/Vienna`? Plain offsets aren't: they have no daylight saving time.
 */
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
  onBehalf: 'token',
  duringSetup: 1,
  whileReadOnly: true,
  body: updateProfileBody,
  response: successSchema,
});

export const seeTour = defineRoute({
  method: 'post',
  path: '/profile/tour',
  summary: 'Remember that the signed-in person took or skipped the guided tour',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 1,
  whileReadOnly: true,
  response: successSchema,
});

export const changePasswordBody = z.strictObject({
  current_password: z.string().min(1, 'validation.required').max(200),
  password: passwordSchema,
  password_repeat: z.string().max(200),
});

export const changePassword = defineRoute({
  method: 'post',
  path: '/users/set-password',
  summary: 'Change the password; all other sessions of the person end',
  access: 'session',
  onBehalf: 'nobody',
  duringSetup: 1,
  whileReadOnly: true,
  body: changePasswordBody,
  response: successSchema,
});

export const sessionSchema = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  create_date: instant,
  /** Exact to the day: a session is renewed at most that often. */
  last_seen: instant,
  /** When it ends in any case; unused, it ends sooner. */
  expiry_date: instant,
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
  onBehalf: 'nobody',
  duringSetup: 1,
  whileReadOnly: true,
  params: z.object({ sessionID: idParam }),
  response: successSchema,
});

export const endOtherSessions = defineRoute({
  method: 'post',
  path: '/profile/sessions/end-others',
  summary: 'End all sessions of the person but the asking one',
  access: 'session',
  onBehalf: 'nobody',
  duringSetup: 1,
  whileReadOnly: true,
  response: successSchema,
});

const currentPassword = z.string().min(1, 'validation.required').max(200);
const passwordBody = z.strictObject({ current_password: currentPassword });

/** Only the person may do this, also while the organization's bill is unpaid. */
const own = { access: 'session', onBehalf: 'nobody', duringSetup: 1, whileReadOnly: true } as const;

export const getTwoFactor = defineRoute({
  method: 'get',
  path: '/profile/two-factor',
  summary: 'Does the person use two-factor?',
  access: 'session',
  response: z.object({
    enabled: z.boolean(),
    /** Since when. */
    enabled_date: instant.nullable(),
    recovery_codes_left: z.number().int(),
  }),
});

export const beginTwoFactor = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/two-factor/begin',
  summary: 'A new seed for an authenticator app; it counts once it is confirmed',
  body: passwordBody,
  response: successSchema.extend({
    /** Base32, to type in by hand. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
});

export const sixDigits = z
  .string()
  .max(40, 'validation.code')
  .regex(/^\s*\d{3}\s?\d{3}\s*$/, 'validation.code');
export const confirmTwoFactorBody = z.strictObject({ code: sixDigits });
const codesResponse = successSchema.extend({ recovery_codes: z.array(z.string()) });

export const confirmTwoFactor = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/two-factor/confirm',
  summary: 'Turn two-factor on with the first code; the recovery codes are told this once',
  body: confirmTwoFactorBody,
  response: codesResponse,
});

export const renewRecoveryCodes = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/two-factor/recovery-codes',
  summary: 'New recovery codes in place of the old ones',
  body: passwordBody,
  response: codesResponse,
});

export const disableTwoFactor = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/two-factor/disable',
  summary: 'Turn two-factor off',
  body: passwordBody,
  response: successSchema,
});

/** Lifetime of an API token; null never ends. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;

export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  organization_name: z.string(),
  create_date: instant,
  last_used: instant.nullable(),
  expiry_date: instant.nullable(),
  expired: z.boolean(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const listApiTokens = defineRoute({
  method: 'get',
  path: '/profile/api-tokens',
  summary: 'The person’s API tokens, newest first; never the tokens themselves',
  access: 'session',
  response: z.object({ tokens: z.array(apiTokenSchema) }),
});

export const addApiTokenBody = z.strictObject({
  name: nameText(60),
  /** Null never ends. */
  days: z.literal(TOKEN_DAYS).nullable(),
});

export const addApiToken = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/api-tokens/add',
  summary: 'A key for scripts, which acts as the person in the active organization; told this once',
  body: addApiTokenBody,
  response: successSchema.extend({ id: z.string(), token: z.string() }),
});

export const revokeApiToken = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/api-tokens/{tokenID}/revoke',
  summary: 'End an API token at once',
  params: z.object({ tokenID: idParam }),
  response: successSchema,
});

export const impersonationSchema = z.object({
  id: z.string(),
  /** The administrator who acted as the person. */
  by_name: z.string(),
  organization_name: z.string(),
  reason: z.string(),
  start_date: instant,
  /** Null while it lasts. */
  end_date: instant.nullable(),
});
export type Impersonation = z.infer<typeof impersonationSchema>;

export const listImpersonations = defineRoute({
  method: 'get',
  path: '/profile/impersonations',
  summary: 'When an internal administrator acted as the person, newest first; the last 50',
  access: 'session',
  response: z.object({ impersonations: z.array(impersonationSchema) }),
});

export const listLinkedAccounts = defineRoute({
  method: 'get',
  path: '/profile/linked-accounts',
  summary: 'Providers, and whether the person can sign in with them',
  access: 'session',
  response: z.object({
    accounts: z.array(z.object({ provider: providerSchema, name: z.string(), linked_date: instant.nullable() })),
  }),
});

export const unlinkAccount = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/linked-accounts/{provider}/unlink',
  summary: 'Sign in with this provider no more; refused for the last way in',
  params: z.object({ provider: idParam }),
  response: successSchema,
});

export const sendConfirmation = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/send-confirmation',
  summary: 'Mail the link that confirms the person’s address again; the one before ends',
  response: successSchema,
});

export const finishAccessReview = defineRoute({
  ...own,
  method: 'post',
  path: '/profile/access-reviewed',
  summary: 'The SSH keys and linked accounts that were there before a reset have been looked through',
  response: successSchema,
});

export const updatePreferences = defineRoute({
  method: 'post',
  path: '/profile/preferences',
  summary: 'Theme and language of the UI',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 1,
  whileReadOnly: true,
  body: z.strictObject({ theme: themeSchema.optional(), locale: z.string().max(20).optional() }),
  response: successSchema,
});

/** Limits of a profile picture. */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

export const savePicture = defineRoute({
  method: 'post',
  path: '/profile/picture',
  summary: 'The person’s picture: the bytes of a PNG, JPEG, WebP, GIF or AVIF of 5 MB at most',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 1,
  whileReadOnly: true,
  upload: { maxBytes: PICTURE_MAX_BYTES },
  response: successSchema.extend({ profile_photo_url: z.string() }),
});

export const removePicture = defineRoute({
  method: 'post',
  path: '/profile/picture/remove',
  summary: 'No picture any more',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 1,
  whileReadOnly: true,
  response: successSchema,
});

export const getPicture = defineRoute({
  method: 'get',
  path: '/pictures/{pictureID}',
  summary: 'A person’s picture, square and always WebP; its name is not to be guessed and never means another picture',
  access: 'public',
  media: 'image/webp',
  params: z.object({ pictureID: idParam }),
  response: z.unknown(),
});
