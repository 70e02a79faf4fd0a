import { clientMetadata, targetOf } from '#shared/features/profile/oauth.ts';
import { newId } from '../../../platform/ids.ts';
import { takeAttempt } from '../../auth/index.ts';
import { oauthClients } from '../../auth/tables.ts';
import type { PublicContext } from '../../context.ts';
import type { Client } from './find-client.ts';
import { OAuthRefusal } from './oauth-refusal.ts';

/**
 * Makes a program known (RFC 7591), so that people can connect it. Forgotten after a day without one.
 * @throws OAuthRefusal, TooManyRequests
 */
export async function registerClient(context: PublicContext, input: unknown): Promise<Client> {
  const { clock, db, origin } = context;
  await takeAttempt(context, 'client-address', origin.ipAddress);
  const { data, error } = clientMetadata.safeParse(input);
  if (!data) {
    const about = error.issues[0]?.path[0];
    throw new OAuthRefusal(about === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata');
  }
  const [first = ''] = data.redirect_uris;
  const client = {
    id: newId(),
    name: data.client_name ?? targetOf(new URL(first)).slice(0, 60),
    redirectUris: data.redirect_uris,
    createdAt: clock.now(),
    usedAt: null,
  };
  await db.insert(oauthClients).values(client);
  return client;
}
