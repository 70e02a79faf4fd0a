import { and, eq } from 'drizzle-orm';
import type { Provider } from '#shared/features/auth/federated.ts';
import { HOUR, MINUTE } from '../../../platform/clock.ts';
import { hashToken } from '../../../platform/ids.ts';
import type { PublicContext } from '../../context.ts';
import { users } from '../../people/tables.ts';
import { isEmailTaken } from '../find-taken.ts';
import { keepOneTime, takeOneTime } from '../one-time-values.ts';
import { accounts } from '../tables.ts';
import { askProvider, callbackUrl, type Identity } from './ask-provider.ts';
import { linkIdentity } from './link-identity.ts';
import { configuredProviders } from './providers.ts';

const LOGIN_WITHIN_MS = MINUTE;
const SIGN_UP_WITHIN_MS = HOUR;

interface CameBack {
  provider: Provider;
  query: Record<string, unknown>;
  /** The browser's cookie; undefined without one. */
  browser: string | undefined;
}

/**
 * Handles the return from the provider. @returns the next address: `/login?session_key=…` with a one-time code for
 * known people, `/signup?federated_user_id=…` for new ones, `/profile` after linking, or any of them with
 * `federated=<what went wrong>`. An address that matches an existing account never signs in to it.
 */
export async function finishFederated(context: PublicContext, input: CameBack): Promise<string> {
  const { config, db, log } = context;
  const state = String(input.query.state ?? '');
  const kept = await takeOneTime(context, db, 'federated-state', state);
  const provider = configuredProviders(config).find(({ id }) => id === input.provider);
  const sameBrowser = input.browser !== undefined && kept?.browser === hashToken(input.browser);
  if (!kept || !provider || kept.provider !== provider.id || !sameBrowser) return '/login?federated=expired';
  const back = kept.link ? '/profile' : '/login';
  if (input.query.error) return `${back}?federated=${input.query.error === 'access_denied' ? 'denied' : 'failed'}`;
  let identity: Identity;
  try {
    const cameBack = new URL(callbackUrl(config, provider));
    for (const [name, value] of Object.entries(input.query)) cameBack.searchParams.set(name, String(value));
    identity = await askProvider(provider, cameBack, { state, verifier: kept.verifier, nonce: kept.nonce });
  } catch (error) {
    log.warn({ err: error, provider: provider.id }, 'federated sign-in failed');
    return `${back}?federated=failed`;
  }
  if (kept.link) return `/profile?federated=${await linkIdentity(context, kept.link, provider, identity)}`;
  return signInOrUp(context, provider.id, identity, kept.browser);
}

async function signInOrUp(
  context: PublicContext,
  provider: Provider,
  identity: Identity,
  browser: string,
): Promise<string> {
  const { db } = context;
  const { accountId, email } = identity;
  const [known] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.providerId, provider), eq(accounts.accountId, accountId), eq(users.status, 'active')));
  if (known) {
    // A one-time code instead of a session key, because addresses end up in histories and logs.
    const value = { userId: known.userId, browser, provider };
    return `/login?session_key=${await keepOneTime(context, db, 'federated-login', value, LOGIN_WITHIN_MS)}`;
  }
  if (!email) return '/login?federated=no_email';
  if (await isEmailTaken(db, email)) return '/login?federated=known_email';
  const value = { provider, ...identity, email };
  const id = await keepOneTime(context, db, 'federated-identity', value, SIGN_UP_WITHIN_MS);
  return `/signup?federated_user_id=${id}`;
}
