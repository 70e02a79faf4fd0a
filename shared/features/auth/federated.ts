import { z } from 'zod';
import { successSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';
import { addresses } from './addresses.ts';
import { loginResponse } from './contract.ts';

export const PROVIDERS = ['github', 'google'] as const;

export const providerSchema = z.enum(PROVIDERS);
export type Provider = z.infer<typeof providerSchema>;

export const listProviders = defineRoute({
  ...addresses.listProviders,
  summary: 'Providers whose accounts can be used to sign in, and who may sign up',
  access: 'public',
  response: z.object({
    providers: z.array(z.object({ id: providerSchema, name: z.string() })),
    /** Who may create an account. */
    sign_up: z.enum(['everyone', 'invited', 'domains']),
    /** Mail domains that may; empty unless only some may. */
    sign_up_domains: z.array(z.string()),
  }),
});

export const getStateToken = defineRoute({
  ...addresses.getStateToken,
  summary: 'A single-use token, good for ten minutes, that ties a federated sign-in to this browser',
  access: 'public',
  onBehalf: 'anyone',
  headerOnly: true,
  query: z.strictObject({
    provider: providerSchema,
    /** Link the identity to the signed-in person instead of signing in. */
    link: z.enum(['true', 'false']).optional(),
  }),
  response: successSchema.extend({
    state_token: z.string(),
    /** The provider's page to go to, with the token in it. */
    authorize_url: z.string(),
  }),
});

/** Providers add their own (`scope`, `authuser`, `hd`, `iss`, …). */
const callbackQuery = z.looseObject({
  state: z.string().max(200).optional(),
  code: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
});

export const githubAuth = defineRoute({
  method: 'get',
  path: '/users/github-auth',
  summary: 'Where GitHub sends the browser back to; leads on to the login, the sign-up or the profile',
  access: 'public',
  media: 'text/html',
  query: callbackQuery,
  response: z.unknown(),
});

export const googleAuth = defineRoute({
  method: 'get',
  path: '/users/google-auth',
  summary: 'Where Google sends the browser back to; leads on to the login, the sign-up or the profile',
  access: 'public',
  media: 'text/html',
  query: callbackQuery,
  response: z.unknown(),
});

export const federatedLogin = defineRoute({
  ...addresses.federatedLogin,
  summary: 'A session for the one-time code that the browser came to /login?session_key=… with',
  access: 'public',
  onBehalf: 'anyone',
  body: z.strictObject({ federated_login_id: z.string().min(1).max(200) }),
  response: loginResponse,
});

export const getFederatedUser = defineRoute({
  method: 'get',
  path: '/users/get-federated-user',
  summary: 'What a provider told of somebody who signs up',
  access: 'public',
  query: z.strictObject({ federated_user_id: z.string().min(1).max(200) }),
  response: z.object({
    id: z.string(),
    provider: providerSchema,
    email_address: z.string(),
    first_name: z.string(),
    last_name: z.string(),
  }),
});
