import { z } from 'zod';
import { idParam, instant, messageSchema, successSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';
import { addresses } from './addresses.ts';
import { emailSchema, passwordSchema, roleSchema, usernameSchema } from './model.ts';

const requiredName = nameText(120);

export const signupBody = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  coupon_code: z.string().trim().max(40).optional(),
  first_name: requiredName,
  last_name: requiredName,
  organization_name: requiredName,
  federated_user_id: z.string().max(64).optional(),
  beta_user_id: z.string().max(64).optional(),
  share_id: z.string().max(64).optional(),
  'accept-terms': z.literal(true, 'validation.terms'),
});

export const signup = defineRoute({
  method: 'post',
  path: '/users/signup',
  summary: 'Create a user and an organization',
  access: 'public',
  onBehalf: 'anyone',
  body: signupBody,
  response: successSchema.extend({ beta_user_id: z.string().nullable() }),
});

export const loginBody = z.strictObject({
  /** Email or username. */
  username: z.string().trim().min(1, 'validation.required').max(120),
  password: z.string().min(1, 'validation.required').max(200),
});

export const loginResponse = successSchema.extend({
  /** Null if a code is asked for first. */
  sessionKey: z.string().nullable(),
  /** For `/users/login/code`; only if the person uses two-factor. Valid for ten minutes. */
  two_factor_token: z.string().optional(),
  errors: z.array(z.string()),
});

export const login = defineRoute({
  ...addresses.login,
  summary: 'Sign in by username or email and password',
  access: 'public',
  onBehalf: 'anyone',
  body: loginBody,
  response: loginResponse,
});

export const loginWithCodeBody = z.strictObject({
  two_factor_token: z.string().min(1).max(200),
  /** Six digits from the authenticator, or a recovery code. */
  code: z.string().trim().min(1, 'validation.required').max(60),
});

export const loginWithCode = defineRoute({
  ...addresses.loginWithCode,
  summary: 'Second step of a sign-in with two-factor; scripts use an API token instead',
  access: 'public',
  onBehalf: 'anyone',
  body: loginWithCodeBody,
  response: successSchema.extend({ sessionKey: z.string(), errors: z.array(z.string()) }),
});

export const logout = defineRoute({
  method: 'get',
  path: '/users/logout',
  summary: 'End the session in the header',
  access: 'public',
  onBehalf: 'anyone',
  headerOnly: true,
  response: successSchema,
});

export const resetPassword = defineRoute({
  method: 'post',
  path: '/users/reset-password',
  summary: 'Mail a reset link; the answer is the same whether or not the address is known',
  access: 'public',
  onBehalf: 'anyone',
  body: z.strictObject({ email: emailSchema }),
  response: messageSchema,
});

export const resendConfirmation = defineRoute({
  method: 'post',
  path: '/users/resend-confirmation',
  summary: 'Mail the confirmation link once more; the answer is the same whether or not the address is known',
  access: 'public',
  onBehalf: 'anyone',
  body: z.strictObject({ email: emailSchema }),
  response: messageSchema,
});

export const validateResetToken = defineRoute({
  method: 'get',
  path: '/users/validate-reset-token',
  summary: 'Is this reset or invite token still good?',
  access: 'public',
  query: z.strictObject({ reset_token: z.string().max(200) }),
  response: successSchema,
});

export const updatePasswordBody = z.strictObject({
  password: passwordSchema,
  password_repeat: z.string().max(200),
  reset_token: z.string().max(200),
  invite_token: z.string().max(200).optional(),
});

export const updatePassword = defineRoute({
  method: 'post',
  path: '/users/update-password',
  summary: 'Set a new password with a reset or invite token; an invite token signs in as well',
  access: 'public',
  onBehalf: 'anyone',
  body: updatePasswordBody,
  response: messageSchema.extend({
    /** Null after a reset, or if a code is asked for first. */
    sessionKey: z.string().nullable(),
    /** As with a login. */
    two_factor_token: z.string().optional(),
  }),
});

export const confirmEmail = defineRoute({
  method: 'get',
  path: '/users/confirm-email',
  summary: 'Confirm the email address of the signed-in person with the mailed token',
  /** Optional, so that a link without a valid token gets its own message, whoever opens it. */
  access: 'public',
  onBehalf: 'nobody',
  headerOnly: true,
  query: z.strictObject({ token: z.string().max(200).optional() }),
  response: messageSchema.extend({
    /** Proving the password in this session makes the person an internal administrator. */
    named_administrator: z.boolean(),
  }),
});

/** true, false, or 'unknown' if the lookup wasn't possible. */
export const availability = z.union([z.boolean(), z.literal('unknown')]);
const uniqueQuery = z.strictObject({
  /** The value to look up. */
  q: z.string().max(120),
  /** The user's current value, which stays available to them. */
  c: z.string().max(120).optional(),
});

export const checkUsername = defineRoute({
  method: 'get',
  path: '/users/check-username',
  summary: 'Is this username free?',
  access: 'public',
  query: uniqueQuery,
  response: z.object({ available: availability }),
});

export const checkEmail = defineRoute({
  method: 'get',
  path: '/users/check-email',
  summary: 'Is this email address free?',
  access: 'public',
  query: uniqueQuery,
  response: z.object({ available: availability }),
});

export const getBetaUser = defineRoute({
  method: 'get',
  path: '/users/get-beta-user',
  summary: 'What a beta invitation already knows of its user',
  access: 'public',
  query: z.strictObject({ beta_user_id: idParam }),
  response: z.object({
    id: z.string(),
    email_address: z.string().nullable(),
    share_id: z.string().nullable(),
    federated_user_id: z.string().nullable(),
    coupon_code: z.string().nullable(),
  }),
});

export const themeSchema = z.enum(['light', 'dark', 'auto']);
export type Theme = z.infer<typeof themeSchema>;

export const currentUserSchema = z.object({
  authenticated: z.literal(true),
  id: z.string(),
  username: z.string(),
  email_address: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: roleSchema,
  organization: z.object({
    id: z.string(),
    name: z.string(),
    setupStep: z.number().int().min(1).max(5),
    /** Nothing can be changed, because the bill is unpaid. */
    read_only: z.boolean(),
  }),
  organization_count: z.number().int(),
  /** Owns an organization somewhere. */
  has_organization: z.boolean(),
  owner_organization_id: z.string().nullable(),
  admin_flag: z.boolean(),
  /** How many services the user may open. */
  user_services: z.number().int(),
  profile_photo_url: z.string().nullable(),
  email_confirmed: z.boolean(),
  /** The settings name the address as an administrator's, and the person isn't one yet. */
  named_administrator: z.boolean(),
  /** Anyone can buy here without paying. Told to internal administrators only. */
  test_payments: z.boolean(),
  /** The password was reset: the person, once signed in, should review SSH keys and linked accounts from before. */
  review_access: z.boolean(),
  time_zone: z.string().nullable(),
  /** Null until the person chooses one. */
  locale: z.string().nullable(),
  theme: themeSchema.nullable(),
  /** Took or skipped the guided tour: it doesn't start by itself again. */
  tour_seen: z.boolean(),
  /** The administrator who acts as the user in this session; null if it is the user. */
  adminUser: z.object({ id: z.string(), name: z.string(), reason: z.string(), end_date: instant }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

export const currentUser = defineRoute({
  ...addresses.currentUser,
  summary: 'The signed-in user and the active organization',
  access: 'session',
  scope: 'any',
  reach: 'none',
  response: currentUserSchema,
});
