import type { TokenScope } from '#shared/features/auth/token-scopes.ts';
import { type AuthorizationRequest, CLIENT_SCOPES, OFFERED_SCOPES } from '#shared/features/profile/oauth.ts';
import { NotFound, ValidationError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import type { Context } from '../../context.ts';
import { isOurs, isRegistered } from './addresses.ts';
import { type Client, findClient } from './find-client.ts';

const CHALLENGE = /^[\w-]{43}$/;

interface Asked {
  client: Client;
  redirectUri: string;
  challenge: string;
  scopes: TokenScope[];
}

/**
 * Who asks, and for what. Whatever is wrong is told to the person: anybody can register any address, so nobody is sent
 * there before they have answered. @throws NotFound, ValidationError
 */
export async function readRequest({ config, db }: Context, request: AuthorizationRequest): Promise<Asked> {
  const client = await findClient(db, request.client_id);
  if (!client) throw new NotFound(say('profile.clientUnknown'));
  const { redirect_uri: redirectUri, code_challenge: challenge = '' } = request;
  if (!isRegistered(config, client.redirectUris, redirectUri)) throw new NotFound(say('profile.redirectUnknown'));
  const unsupported = (field: keyof AuthorizationRequest) => {
    throw new ValidationError({}, say('profile.requestUnsupported', { field }));
  };
  if (request.response_type !== 'code') unsupported('response_type');
  if (request.code_challenge_method !== 'S256') unsupported('code_challenge_method');
  if (!CHALLENGE.test(challenge)) unsupported('code_challenge');
  if (!isOurs(config, request.resource)) unsupported('resource');
  const named = new Set(request.scope?.split(' '));
  const scopes = OFFERED_SCOPES.filter((scope) => named.has(scope));
  return { client, redirectUri, challenge, scopes: scopes.length > 0 ? scopes : [...CLIENT_SCOPES] };
}
