import { and, eq, gt } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import { verifications } from './tables.ts';

/** What a token stands for between two steps of a sign-in. */
export interface OneTimeValues {
  /** The first step of a sign-in was right, at `since` (ISO); a code is to come. */
  'second-factor': { userId: string; how: string; since: string };
  /** Sent along to a provider, which must bring it back. */
  'federated-state': {
    provider: string;
    /** Hash of the cookie of the browser that began. */
    browser: string;
    verifier: string;
    nonce: string;
    /** Whose account the identity is linked to; null when somebody signs in. */
    link: { userId: string; sessionId: string } | null;
  };
  /** A provider said that it is this user: good for one session, in the browser that began. */
  'federated-login': { userId: string; browser: string; provider: string };
  /** An identity that nobody has here yet. */
  'federated-identity': { provider: string; accountId: string; email: string; firstName: string; lastName: string };
}
type Purpose = keyof OneTimeValues;
type ValueServices = Pick<Services, 'clock' | 'secrets'>;

/** Keeps a value under a new token. Only the token's hash is kept, and the value sealed. */
export async function keepOneTime<P extends Purpose>(
  { clock, secrets }: ValueServices,
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

/** The value, while it is good; it stays good. */
export async function readOneTime<P extends Purpose>(
  services: ValueServices,
  executor: Executor,
  purpose: P,
  token: string,
): Promise<OneTimeValues[P] | null> {
  const [found] = await executor
    .select()
    .from(verifications)
    .where(good(services, purpose, token));
  return found ? JSON.parse(services.secrets.open(found.value)) : null;
}

/** Takes the value away; of two at once, one gets it and the other null. */
export async function takeOneTime<P extends Purpose>(
  services: ValueServices,
  executor: Executor,
  purpose: P,
  token: string,
): Promise<OneTimeValues[P] | null> {
  const [taken] = await executor
    .delete(verifications)
    .where(good(services, purpose, token))
    .returning();
  return taken ? JSON.parse(services.secrets.open(taken.value)) : null;
}

function good({ clock }: ValueServices, purpose: Purpose, token: string) {
  return and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, clock.now()));
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${hashToken(token)}`;
}
