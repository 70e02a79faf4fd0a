import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  skipSubjectCheck,
} from 'openid-client';
import { z } from 'zod';
import { oneLine } from '#shared/api/one-line.ts';
import { API_BASE } from '#shared/api/wire.ts';
import type { Config } from '../../../platform/config.ts';
import type { ProviderSetup } from './providers.ts';

const TIMEOUT_S = 10;

/** A provider's answer about a person. */
export interface Identity {
  accountId: string;
  /** Only an address the provider has verified. */
  email: string | null;
  firstName: string;
  lastName: string;
}

/** What one sign-in is bound to, besides the state. */
interface Secrets {
  state: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  /** OpenID Connect: returned inside the signed id token. */
  nonce: string;
}

export function callbackUrl({ publicUrl }: Pick<Config, 'publicUrl'>, provider: ProviderSetup): string {
  return `${publicUrl}${API_BASE}${provider.callback}`;
}

/** The provider's authorization page. */
export async function authorizeUrl(config: Config, provider: ProviderSetup, secrets: Secrets): Promise<string> {
  const url = buildAuthorizationUrl(clientOf(provider), {
    response_type: 'code',
    redirect_uri: callbackUrl(config, provider),
    scope: provider.scope,
    state: secrets.state,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(provider.issuer && { nonce: secrets.nonce, prompt: 'select_account' }),
  });
  return url.href;
}

/**
 * Redeems the code and asks who it is for. The library checks state, PKCE, and an id token's signature, issuer,
 * audience, times and nonce. @throws on any failure
 */
export async function askProvider(provider: ProviderSetup, cameBack: URL, secrets: Secrets): Promise<Identity> {
  const client = clientOf(provider);
  const tokens = await authorizationCodeGrant(client, cameBack, {
    expectedState: secrets.state,
    pkceCodeVerifier: secrets.verifier,
    ...(provider.issuer && { expectedNonce: secrets.nonce, idTokenExpected: true }),
  });
  if (!provider.issuer) return askGithub(client, provider, tokens.access_token);
  const subject = tokens.claims()?.sub ?? skipSubjectCheck;
  const user = await fetchUserInfo(client, tokens.access_token, subject);
  return {
    accountId: user.sub,
    email: user.email && user.email_verified === true ? user.email.toLowerCase() : null,
    firstName: oneLine(user.given_name ?? user.name ?? ''),
    lastName: oneLine(user.family_name ?? ''),
  };
}

const githubUser = z.object({ id: z.number().int(), name: z.string().nullish(), login: z.string() });
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub isn't an OpenID provider: https://docs.github.com/rest/users, the addresses below it. */
async function askGithub(client: Configuration, { userUrl }: ProviderSetup, accessToken: string): Promise<Identity> {
  const get = async (url: string): Promise<unknown> => {
    const headers = new Headers({ Accept: 'application/vnd.github+json', 'User-Agent': 'Slipway' });
    const answer = await fetchProtectedResource(client, accessToken, new URL(url), 'GET', null, headers);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer.json();
  };
  const user = githubUser.parse(await get(userUrl));
  const emails = githubEmails.parse(await get(`${userUrl}/emails`));
  const [firstName = '', ...lastNames] = oneLine(user.name || user.login).split(' ');
  const own = emails.find(({ primary, verified }) => primary && verified);
  return {
    accountId: String(user.id),
    email: own?.email.toLowerCase() ?? null,
    firstName,
    lastName: lastNames.join(' '),
  };
}

/** One per configuration: it keeps the issuer's keys, and fetches them again if a token names an unknown one. */
const clients = new Map<string, Configuration>();

function clientOf(provider: ProviderSetup): Configuration {
  const setup = JSON.stringify(provider);
  const client = clients.get(setup) ?? newClient(provider);
  clients.set(setup, client);
  return client;
}

function newClient(provider: ProviderSetup): Configuration {
  const client = new Configuration(
    {
      issuer: provider.issuer ?? new URL(provider.authorizeUrl).origin,
      authorization_endpoint: provider.authorizeUrl,
      token_endpoint: provider.tokenUrl,
      userinfo_endpoint: provider.userUrl,
      ...(provider.keysUrl && { jwks_uri: provider.keysUrl }),
    },
    provider.clientId,
    undefined,
    ClientSecretPost(provider.clientSecret),
  );
  client.timeout = TIMEOUT_S;
  if (provider.keysUrl) enableNonRepudiationChecks(client);
  // Only if the operator configured http://, for example for a provider in their own network.
  if (provider.tokenUrl.startsWith('http:')) allowInsecureRequests(client);
  return client;
}
