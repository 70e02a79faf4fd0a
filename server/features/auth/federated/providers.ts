import type { Provider } from '#shared/features/auth/federated.ts';
import type { Config } from '../../../platform/config.ts';

/** A provider the operator has registered this installation with. */
export interface ProviderSetup {
  id: Provider;
  name: string;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  userUrl: string;
  /** OpenID Connect: the id token's issuer; null for plain OAuth 2. */
  issuer: string | null;
  /** The issuer's keys (JWKS); null for plain OAuth 2. */
  keysUrl: string | null;
  scope: string;
  /** Path below the API base that the provider sends the browser back to. */
  callback: string;
}

/** Providers with client id and secret; the others' buttons aren't shown. */
export function configuredProviders(config: Config): ProviderSetup[] {
  const github: ProviderSetup = {
    id: 'github',
    name: 'GitHub',
    clientId: config.githubClientId ?? '',
    clientSecret: config.githubClientSecret ?? '',
    authorizeUrl: config.githubAuthorizeUrl,
    tokenUrl: config.githubTokenUrl,
    userUrl: config.githubUserUrl,
    issuer: null,
    keysUrl: null,
    scope: 'read:user user:email',
    callback: '/users/github-auth',
  };
  const google: ProviderSetup = {
    id: 'google',
    name: 'Google',
    clientId: config.googleClientId ?? '',
    clientSecret: config.googleClientSecret ?? '',
    authorizeUrl: config.googleAuthorizeUrl,
    tokenUrl: config.googleTokenUrl,
    userUrl: config.googleUserUrl,
    issuer: config.googleIssuer,
    keysUrl: config.googleKeysUrl,
    scope: 'openid email profile',
    callback: '/users/google-auth',
  };
  return [github, google].filter(({ clientId, clientSecret }) => clientId && clientSecret);
}
