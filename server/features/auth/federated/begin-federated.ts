import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Provider } from '#shared/features/auth/federated.ts';
import { MINUTE } from '../../../platform/clock.ts';
import { NotFound, Unauthenticated } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/ids.ts';
import { say } from '../../../platform/say.ts';
import type { PublicContext } from '../../context.ts';
import { keepOneTime } from '../one-time-values.ts';
import { takeAttempt } from '../rate-limits.ts';
import { authorizeUrl } from './ask-provider.ts';
import { configuredProviders } from './providers.ts';

export const STATE_LIFETIME_MS = 10 * MINUTE;

/**
 * A state token the provider must return within ten minutes, once, to the browser with the cookie.
 * @param input.browser the cookie's value
 * @throws NotFound for a provider that isn't set up, Unauthenticated for linking without a session, TooManyRequests
 */
export async function beginFederated(
  context: PublicContext,
  input: { provider: Provider; link: boolean; browser: string },
): Promise<{ stateToken: string; authorizeUrl: string }> {
  const { actor, config, db, origin } = context;
  await takeAttempt(context, 'lookup-address', origin.ipAddress);
  const provider = configuredProviders(config).find(({ id }) => id === input.provider);
  if (!provider) throw new NotFound(say('auth.providerNotSetUp'));
  if (input.link && !actor) throw new Unauthenticated();
  const secrets = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const value = {
    provider: provider.id,
    browser: hashToken(input.browser),
    ...secrets,
    link: input.link && actor ? { userId: actor.userId, sessionId: actor.sessionId } : null,
  };
  const stateToken = await keepOneTime(context, db, 'federated-state', value, STATE_LIFETIME_MS);
  return { stateToken, authorizeUrl: await authorizeUrl(config, provider, { state: stateToken, ...secrets }) };
}
