import { z } from 'zod';
import { deletedThing, idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead, defineRoute } from '../../api/route.ts';
import { lineText, nameText } from '../../api/text.ts';
import { themeSchema } from '../auth/contract.ts';
import { providerSchema } from '../auth/federated.ts';
import { passwordSchema, usernameSchema } from '../auth/model.ts';
import { TOKEN_REACHES, TOKEN_SCOPES } from '../auth/token-scopes.ts';

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

/** What concerns the person alone waits for no setup and no bill. */
const always = { duringSetup: 1, whileReadOnly: true } as const;
/** Only the person may do this. */
const own = { ...always, scope: 'nobody', onBehalf: 'nobody' } as const;

export const updateProfileBody = z.strictObject({
  first_name: requiredName,
  last_name: requiredName,
  username: usernameSchema,
  /** Name in the tz database; null follows the browser. */
  time_zone: z.string().max(64).refine(isTimeZone, 'validation.timeZone').nullable(),
});

export const updateProfile = defineChange('/profile/update', 'Change the signed-in person’s names and time zone', {
  scope: 'everything',
  reach: 'none',
  ...always,
  onBehalf: 'token',
  body: updateProfileBody,
  response: successSchema,
});

export const seeTour = defineChange(
  '/profile/tour',
  'Remember that the signed-in person took or skipped the guided tour',
  {
    scope: 'everything',
    reach: 'none',
    ...always,
    onBehalf: 'anyone',
    response: successSchema,
  },
);

export const changePasswordBody = z.strictObject({
  current_password: z.string().min(1, 'validation.required').max(200),
  password: passwordSchema,
  password_repeat: z.string().max(200),
});

export const changePassword = defineChange(
  '/users/set-password',
  'Change the password; all other sessions of the person end',
  {
    ...own,
    body: changePasswordBody,
    response: successSchema,
  },
);

export const sessionSchema = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** A program that was signed in by a code, and its computer; null for browsers. */
  program: z.string().nullable(),
  computer: z.string().nullable(),
  create_date: instant,
  /** Exact to the day: a session is renewed at most that often. */
  last_seen: instant,
  /** When it ends in any case; unused, it ends sooner. */
  expiry_date: instant,
});
export type Session = z.infer<typeof sessionSchema>;

export const listSessions = defineRead('/profile/sessions', 'Where the person is signed in, the asking session first', {
  scope: 'everything',
  reach: 'none',
  response: z.object({ sessions: z.array(sessionSchema) }),
});

export const endSession = defineChange('/profile/sessions/{sessionID}/end', 'End one session of the person', {
  ...own,
  params: z.object({ sessionID: idParam }),
  response: successSchema,
});

export const endOtherSessions = defineChange(
  '/profile/sessions/end-others',
  'End all sessions of the person but the asking one',
  {
    ...own,
    response: successSchema,
  },
);

const currentPassword = z.string().min(1, 'validation.required').max(200);
const passwordBody = z.strictObject({ current_password: currentPassword });

export const getTwoFactor = defineRead('/profile/two-factor', 'Does the person use two-factor?', {
  scope: 'everything',
  reach: 'none',
  response: z.object({
    enabled: z.boolean(),
    /** Since when. */
    enabled_date: instant.nullable(),
    recovery_codes_left: z.number().int(),
  }),
});

export const beginTwoFactor = defineChange(
  '/profile/two-factor/begin',
  'A new seed for an authenticator app; it counts once it is confirmed',
  {
    ...own,
    body: passwordBody,
    response: successSchema.extend({
      /** Base32, to type in by hand. */
      secret: z.string(),
      /** `otpauth://…`, for a QR code. */
      uri: z.string(),
    }),
  },
);

export const sixDigits = z
  .string()
  .max(40, 'validation.code')
  .regex(/^\s*\d{3}\s?\d{3}\s*$/, 'validation.code');
export const confirmTwoFactorBody = z.strictObject({ code: sixDigits });
const codesResponse = successSchema.extend({ recovery_codes: z.array(z.string()) });

export const confirmTwoFactor = defineChange(
  '/profile/two-factor/confirm',
  'Turn two-factor on with the first code; the recovery codes are told this once',
  {
    ...own,
    body: confirmTwoFactorBody,
    response: codesResponse,
  },
);

export const renewRecoveryCodes = defineChange(
  '/profile/two-factor/recovery-codes',
  'New recovery codes in place of the old ones',
  {
    ...own,
    body: passwordBody,
    response: codesResponse,
  },
);

export const disableTwoFactor = defineChange('/profile/two-factor/disable', 'Turn two-factor off', {
  ...own,
  body: passwordBody,
  response: successSchema,
});

/** Lifetime of an API token; null never ends. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;

/** The most that a token can be limited to. */
export const TOKEN_LIMITS = { workspaces: 100, atOnce: 1000, cents: 10_000_000 } as const;

export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last four characters; empty for a connected program’s, whose keys change. */
  hint: z.string(),
  /** A program got it through OAuth. */
  connected: z.boolean(),
  organization_name: z.string(),
  create_date: instant,
  last_used: instant.nullable(),
  expiry_date: instant.nullable(),
  expired: z.boolean(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  reach: z.enum(TOKEN_REACHES),
  /** With `some`: the names of the chosen workspaces that still exist. */
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
  /** How many workspaces made with it may exist at once; null: no limit of its own. */
  at_once: z.number().int().nullable(),
  /** What it may cause to be charged, and has, in cents; null: no limit of its own. */
  cents: z.number().int().nullable(),
  spent_cents: z.number().int(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const listApiTokens = defineRead(
  '/profile/api-tokens',
  'The person’s API tokens, newest first; never the tokens themselves',
  {
    scope: 'everything',
    response: z.object({
      tokens: z.array(apiTokenSchema),
      /** Revoked ones that can still be had back, newest first. */
      deleted: z.array(deletedThing),
    }),
  },
);

export const addApiTokenBody = z.strictObject({
  name: nameText(60),
  /** Null never ends. */
  days: z.literal(TOKEN_DAYS).nullable(),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, 'validation.required').max(TOKEN_SCOPES.length),
  reach: z.enum(TOKEN_REACHES).default('all'),
  /** With `some`: which. */
  workspace_ids: z.array(idParam).max(TOKEN_LIMITS.workspaces).default([]),
  at_once: z.number().int().min(0).max(TOKEN_LIMITS.atOnce).nullable().default(null),
  cents: z.number().int().min(0).max(TOKEN_LIMITS.cents).nullable().default(null),
  current_password: currentPassword,
});

export const addApiToken = defineChange(
  '/profile/api-tokens/add',
  'A key for scripts, which acts as the person in the active organization; told this once',
  {
    ...own,
    body: addApiTokenBody,
    response: successSchema.extend({ id: z.string(), token: z.string() }),
  },
);

export const revokeApiToken = defineChange('/profile/api-tokens/{tokenID}/revoke', 'End an API token at once', {
  ...own,
  params: z.object({ tokenID: idParam }),
  response: successSchema,
});

export const restoreApiToken = defineChange(
  '/profile/api-tokens/{tokenID}/restore',
  'Have an API token back within 24 hours of its end, with the scopes and limits it had',
  {
    ...own,
    params: z.object({ tokenID: idParam }),
    response: successSchema,
  },
);

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

export const listImpersonations = defineRead(
  '/profile/impersonations',
  'When an internal administrator acted as the person, newest first; the last 50',
  {
    scope: 'everything',
    reach: 'none',
    response: z.object({ impersonations: z.array(impersonationSchema) }),
  },
);

export const listLinkedAccounts = defineRead(
  '/profile/linked-accounts',
  'Providers, and whether the person can sign in with them',
  {
    scope: 'everything',
    reach: 'none',
    response: z.object({
      accounts: z.array(z.object({ provider: providerSchema, name: z.string(), linked_date: instant.nullable() })),
    }),
  },
);

export const unlinkAccount = defineChange(
  '/profile/linked-accounts/{provider}/unlink',
  'Sign in with this provider no more; refused for the last way in',
  {
    ...own,
    params: z.object({ provider: idParam }),
    response: successSchema,
  },
);

export const sendConfirmation = defineChange(
  '/profile/send-confirmation',
  'Mail the link that confirms the person’s address again; the one before ends',
  {
    ...own,
    response: successSchema,
  },
);

export const finishAccessReview = defineChange(
  '/profile/access-reviewed',
  'The SSH keys and linked accounts that were there before a reset have been looked through',
  {
    ...own,
    response: successSchema,
  },
);

export const updatePreferences = defineChange('/profile/preferences', 'Theme and language of the UI', {
  scope: 'everything',
  reach: 'none',
  ...always,
  onBehalf: 'anyone',
  body: z.strictObject({ theme: themeSchema.optional(), locale: z.string().max(20).optional() }),
  response: successSchema,
});

export const getDotfiles = defineRead('/profile/dotfiles', 'The repository of the person’s dotfiles', {
  scope: 'everything',
  response: z.object({ dotfiles_url: z.string().nullable() }),
});

export const updateDotfilesBody = z.strictObject({
  /** https or ssh, without credentials; null for none. */
  dotfiles_url: lineText(500).min(1, 'validation.required').nullable(),
});

export const updateDotfiles = defineChange(
  '/profile/dotfiles',
  'The repository that new workspaces of the person install their dotfiles from',
  {
    scope: 'everything',
    ...always,
    onBehalf: 'token',
    body: updateDotfilesBody,
    response: successSchema,
  },
);

export const getEditorSettings = defineRead(
  '/profile/editor-settings',
  'Whether VS Code’s settings go with the person from workspace to workspace',
  {
    scope: 'everything',
    response: z.object({
      follow: z.boolean(),
      /** When they were last changed in one of the person’s workspaces; null while there are none. */
      change_date: instant.nullable(),
    }),
  },
);

export const updateEditorSettings = defineChange(
  '/profile/editor-settings',
  'Let VS Code’s settings go with the person, or forget them and leave each workspace its own',
  {
    scope: 'everything',
    ...always,
    onBehalf: 'token',
    body: z.strictObject({ follow: z.boolean() }),
    response: successSchema,
  },
);

/** Limits of a profile picture. */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

export const savePicture = defineChange(
  '/profile/picture',
  'The person’s picture: the bytes of a PNG, JPEG, WebP, GIF or AVIF of 5 MB at most',
  {
    scope: 'everything',
    reach: 'none',
    ...always,
    onBehalf: 'anyone',
    upload: { maxBytes: PICTURE_MAX_BYTES },
    response: successSchema.extend({ profile_photo_url: z.string() }),
  },
);

export const removePicture = defineChange('/profile/picture/remove', 'No picture any more', {
  scope: 'everything',
  reach: 'none',
  ...always,
  onBehalf: 'anyone',
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
