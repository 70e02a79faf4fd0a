import { and, eq, gt } from 'drizzle-orm';
import type { TokenReach, TokenScope } from '#shared/features/auth/token-scopes.ts';
import type { Executor } from '../../platform/database.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { verifications } from './tables.ts';

/** What a token stands for between two steps of a sign-in, or of connecting a client. */
export interface OneTimeValues {
  /** The first step succeeded at `since` (ISO); a code must follow. */
  'second-factor': { userId: string; how: string; since: string };
  /** Sent to a provider, which must return it. */
  'federated-state': {
    provider: string;
    /** Hash of the cookie of the browser that began. */
    browser: string;
    verifier: string;
    nonce: string;
    /** The user to link the identity to; null for a sign-in. */
    link: { userId: string; sessionId: string } | null;
  };
  /** A provider confirmed this user: valid for one session, in the browser that began. */
  'federated-login': { userId: string; browser: string; provider: string };
  /** An identity nobody has here yet. */
  'federated-identity': { provider: string; accountId: string; email: string; firstName: string; lastName: string };
  /** What a person allowed a client, until it fetches it. */
  'authorization-code': {
    clientId: string;
    redirectUri: string;
    challenge: string;
    userId: string;
    organizationId: string;
    sessionId: string;
    scopes: TokenScope[];
    reach: TokenReach;
    workspaceIds: string[];
    atOnce: number | null;
    cents: number | null;
    /** ISO. */
    expiresAt: string;
  };
}
type Purpose = keyof OneTimeValues;
type ValueDependencies = Pick<Dependencies, 'clock' | 'secrets'>;

/** Stores a value under a new token: the token hashed, the value encrypted. */
export async function keepOneTime<P extends Purpose>(
  { clock, secrets }: ValueDependencies,
  executor: Executor,
  purpose: P,
  value: OneTimeValues[P],
  lifetimeMs: number,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await executor.insert(verifications).values({
    id: newId(),
    identifier: identifierOf(purpose, token),
    value: secrets.seal(JSON.stringify(value)),
    expiresAt: new Date(now.getTime() + lifetimeMs),
    createdAt: now,
  });
  return token;
}

/** The value, while it is valid; it stays valid. */
export async function readOneTime<P extends Purpose>(
  dependencies: ValueDependencies,
  executor: Executor,
  purpose: P,
  token: string,
): Promise<OneTimeValues[P] | null> {
  const [found] = await executor
    .select()
    .from(verifications)
    .where(good(dependencies, purpose, token));
  return found ? JSON.parse(dependencies.secrets.open(found.value)) : null;
}

/** Takes the value; of two simultaneous attempts, one gets it and the other null. */
export async function takeOneTime<P extends Purpose>(
  dependencies: ValueDependencies,
  executor: Executor,
  purpose: P,
  token: string,
): Promise<OneTimeValues[P] | null> {
  const [taken] = await executor
    .delete(verifications)
    .where(good(dependencies, purpose, token))
    .returning();
  return taken ? JSON.parse(dependencies.secrets.open(taken.value)) : null;
}

function good({ clock }: ValueDependencies, purpose: Purpose, token: string) {
  return and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, clock.now()));
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${hashToken(token)}`;
}
